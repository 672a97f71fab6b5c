/** A class that hands in: results as the page makes them, of students who are right, wrong or late, who cheat, or whose file is cut. */
import type { EngineClient } from '../../protocol/engine/engine-client';
import { hashOf } from '../address/packed';
import { writeSettings } from '../design/design';
import { scoreOf, writeChoices } from '../language/challenge';
import { equal, type Value } from '../language/evaluate';
import type { Lesson, Step } from '../language/lesson';
import { freshVariant, keyOf } from '../play/grade';
import { nodeEngine, nodeRounds } from '../play/node-engine';
import { fromProgress, type Play, reduce } from '../play/play';
import { type Stations, scopeAt, walk } from '../play/walk';
import { assigned } from './assigned';
import { type Assignment, readAssignment, writeAssignment } from './assignment';
import { lessonHash } from './lesson-hash';
import { questionOf, type Result, writeResult } from './result';

export const HOMEWORK = `
assignment: "Homework 2"
parts: [{ lesson: flash, steps: [wait, victim, be_the_ftl] }, { lesson: bast }, { lesson: mapping, steps: [design] }]
attempts: 3
hints: false
seed: autumn
`;

/** An assignment with what students may hand in for it. */
export interface Class {
  assignment: Assignment;
  lessons: ReadonlyMap<string, Lesson>;
  client: EngineClient;
  /** Questions that it asks. */
  questions: number;
  /** Plays it through as the page does: `answers` says for each question, in order, which are given. */
  taken(student: string, answers: (index: number) => boolean[]): Promise<Result>;
  /** The files of this many students, and how many questions each has right in the end; `null`: the file is cut. */
  handedIn(students: number): Promise<{ files: Record<string, string>; final: (number | null)[] }>;
}

export async function classOf(text: string): Promise<Class> {
  const read = await readAssignment(text);
  if (!read.assignment) throw new Error(JSON.stringify(read.faults));
  const { assignment, lessons } = read;
  const client = nodeEngine();
  const stations = new Map<string, Stations>();
  for (const [name, lesson] of lessons) stations.set(name, await walk(lesson, client));
  const questions = assignment.parts.reduce((sum, { steps }) => sum + steps.length, 0);

  /** An answer to a question that the engine calls right, or one that it does not. */
  async function answerTo(lesson: Lesson, part: string, step: Step, right: boolean): Promise<string> {
    const walked = stations.get(part) as Stations;
    const own = walked.get(step.id);
    if (step.predict) {
      const { predict } = step;
      const variant = predict.variants
        ? await freshVariant(lesson, walked, { ...step, predict }, 1, client)
        : null;
      const more: { [name: string]: Value } = variant ? { draw: variant.drawn } : {};
      const key = keyOf(predict, scopeAt(lesson, walked, step, variant?.station ?? own, 'end', more));
      if ('faults' in key) throw new Error(JSON.stringify(key.faults));
      if (predict.choices.length > 0)
        return String(key.values.findIndex((value) => equal(value, key.answer) === right));
      return String(Number(key.answer) + (right ? 0 : 1));
    }
    if (step.task) return (right ? step.task.solutions[0]?.ops : 'r0') ?? 'r0';
    if (step.design) {
      const [entry] = right ? step.design.solutions : step.design.wrong;
      return writeSettings(step.design, entry?.settings ?? {});
    }
    if (step.policy) return (right ? step.policy.solution : step.policy.wrong[0])?.text ?? '';
    if (!step.challenge || !own) throw new Error(`${step.id} asks nothing`);
    if (!right) return '';
    const rounds = await nodeRounds();
    const scored = await scoreOf(rounds, step.challenge, own, scopeAt(lesson, walked, step, own, 'begin'));
    rounds.close();
    if (!('limit' in scored)) throw new Error(scored.message);
    return writeChoices(scored.best.choices);
  }

  async function taken(student: string, answers: (index: number) => boolean[]): Promise<Result> {
    const made = new Map<string, Record<string, ReturnType<typeof questionOf>>>();
    let [index, seconds] = [0, 0];
    for (const part of assignment.parts) {
      const lesson = assigned(lessons.get(part.name) as Lesson, assignment, part, student);
      let play: Play = fromProgress(lesson, null);
      for (const [at, step] of lesson.steps.entries()) {
        if (step.more) continue;
        play = reduce(lesson, play, { type: 'go', step: at });
        for (const right of answers(index)) {
          seconds += 20 + student.length;
          const given = await answerTo(lesson, part.name, step, right);
          play = reduce(lesson, play, { type: 'answered', given, right, s: seconds });
        }
        index += 1;
      }
      const given = Object.entries(play.asked).flatMap(([id, asked]) => {
        const question = questionOf(asked);
        return question ? [[id, question] as const] : [];
      });
      made.set(part.name, Object.fromEntries(given));
    }
    return {
      ...{ assignment: hashOf(writeAssignment(assignment)), title: assignment.title, student, lab: '1.0.0' },
      lessons: Object.fromEntries([...lessons].map(([name, lesson]) => [name, lessonHash(lesson)])),
      ...{ begun: 1_000, saved: 2_000 },
      answers: Object.fromEntries(made) as Result['answers'],
    };
  }

  async function handedIn(students: number) {
    const files: Record<string, string> = {};
    const final: (number | null)[] = [];
    for (let student = 0; student < students; student += 1) {
      const id = `student ${student}`;
      const rights = (index: number) => (student * 7 + index * 3) % 5;
      // Some are right at once, some at the second answer, some never.
      const result = await taken(
        id,
        (index) => [[true], [false, true], [false, false]][rights(index) % 3] ?? [],
      );
      const kind = student % 4;
      const text = writeResult(
        kind === CHEATS ? mapAnswers(result, (answer) => ({ ...answer, right: true })) : result,
      );
      files[id] = kind === CUT ? text.slice(0, text.length - 300) : text;
      const right = Array.from({ length: questions }, (_, index) => rights(index) % 3).filter((is) => is < 2);
      final.push(kind === CUT ? null : right.length);
    }
    return { files, final };
  }
  return { assignment, lessons, client, questions, taken, handedIn };
}

/** Of four students one claims that all is right, and the file of one is cut. */
export const CHEATS = 1;
const CUT = 2;

type Answer = { given: string; right: boolean; s: number };

/** With every answer changed, and each list of answers `times` over. */
export function mapAnswers(result: Result, change: (answer: Answer) => Answer, times = 1): Result {
  const answers = Object.fromEntries(
    Object.entries(result.answers).map(([part, steps]) => [
      part,
      Object.fromEntries(
        Object.entries(steps).map(([step, question]) => [
          step,
          {
            ...question,
            answers: Array.from({ length: times }, () => question.answers.map(change)).flat(),
          },
        ]),
      ),
    ]),
  );
  return { ...result, answers };
}
