/**
 * A lesson's text to a `Lesson`, or to faults that say where, why and what to do.
 *
 *     ---
 *     title: …            front matter: what the lesson is, its sources, its scenarios
 *     ---
 *     ## A step           one heading per step
 *     ```yaml
 *     run: …              what the step does and what must hold (`step.ts`)
 *     ```
 *     Prose, at most 60 words.
 *     :::reveal           shown once the prediction was made
 *     :::
 *     :::notes            for the speaker
 *     :::
 */
import type { Root, RootContent } from 'mdast';
import { bounded } from './bounds';
import type { Value } from './evaluate';
import { type Fault, sorted, suggest } from './fault';
import {
  type Lesson,
  type LessonScenario,
  MAX_BYTES,
  MAX_CORE_STEPS,
  MAX_STEPS,
  PARTS,
  type Step,
} from './lesson';
import { inlineOf, ProseReader, parseMarkdown } from './prose';
import { readStep, type StepContext } from './step';
import { overlay } from './variants';
import { Faults, type Field, readYaml } from './yaml';

export type Parsed = { lesson: Lesson; faults: [] } | { lesson: null; faults: Fault[] };

const FRONT = [
  'title',
  'minutes',
  'part',
  'core',
  'goals',
  'prerequisites',
  'after',
  'sources',
  'scenarios',
] as const;
const SCENARIO = [
  'like',
  'ops',
  'format',
  'name',
  'seed',
  'device',
  'logical_pages',
  'spare_factor',
  'ram_bytes',
  'ftl',
  'buffer',
  'host',
  'precondition',
  'initial',
  'warmup_requests',
  'power_cut',
  'workload',
  'interventions',
] as const;

/** Reads a lesson. It may come from anywhere: whatever the text, this returns. */
export function parseLesson(input: string): Parsed {
  const faults = new Faults();
  const text = input.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const lesson = fits(text, faults) ? readLesson(text, faults) : null;
  if (lesson === null || faults.list.length > 0) return { lesson: null, faults: sorted(faults.list) };
  return { lesson, faults: [] };
}

function fits(text: string, faults: Faults): boolean {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > MAX_BYTES) {
    const message = `the lesson is ${Math.ceil(bytes / 1024)} KiB long`;
    faults.add(1, 1, 'lesson', message, `at most ${MAX_BYTES / 1024} KiB: split it in two`);
    return false;
  }
  // A zero byte never is in Markdown: this is some other file.
  const strange = text.indexOf('\0');
  if (strange < 0) return true;
  const line = text.slice(0, strange).split('\n').length;
  faults.add(line, 1, 'lesson', 'this is not a text file', 'open the lesson.md of a lesson');
  return false;
}

function readLesson(text: string, faults: Faults): Lesson | null {
  const front = /^---[ \t]*\n([\s\S]*?)^---[ \t]*(?:\n|$)/m.exec(text);
  if (front?.index !== 0) {
    const remedy = 'begin the file with a line "---", then title, scenarios, …, then a line "---"';
    faults.add(1, 1, 'lesson', 'there is no front matter', remedy);
    return null;
  }
  const lesson = readFront(readYaml(front[1] ?? '', 2, 'front matter', faults), faults);
  // Blank lines keep the line numbers of what follows.
  const body = '\n'.repeat(front[0].split('\n').length - 1) + text.slice(front[0].length);
  if (bounded(body, faults)) readSteps(body, parseMarkdown(body), lesson, faults);
  return lesson;
}

function readFront(front: Field, faults: Faults): Lesson {
  const fields = front.map(FRONT, ['title', 'goals', 'scenarios']);
  const minutes = Number(fields.minutes.text() || '0');
  if (!Number.isFinite(minutes) || minutes < 0)
    fields.minutes.fault('minutes is not a number', 'write minutes: 30');
  const named = fields.part.text();
  const part = PARTS.find((each) => each === named) ?? null;
  if (part === null && !fields.part.missing)
    fields.part.fault(`the course has no part "${named}"`, suggest(named, PARTS));
  const core = fields.core.text();
  if (!['', 'true', 'false'].includes(core))
    fields.core.fault('core is neither true nor false', 'write core: true');
  const sources = fields.sources.list().map((source) => {
    const { id, title } = source.map(['id', 'title'] as const, ['id', 'title']);
    return { id: id.text(), title: title.text() };
  });
  const ids = sources.map((source) => source.id);
  return {
    title: fields.title.text(),
    rules: null,
    minutes,
    part,
    core: core === 'true',
    goals: fields.goals.list().map((goal) => inlineOf(goal, faults, ids)),
    prerequisites: fields.prerequisites.list().map((known) => inlineOf(known, faults, ids)),
    after: fields.after.list().map((name) => ({ lesson: name.text(), line: name.line, column: name.column })),
    sources,
    scenarios: readScenarios(fields.scenarios),
    steps: [],
  };
}

function readScenarios(field: Field): Map<string, LessonScenario> {
  const scenarios = new Map<string, LessonScenario>();
  for (const [name, written] of field.entries()) {
    const { like, ...fields } = written.map(SCENARIO);
    const own = written.json();
    const { like: _, ...change } = (own !== null && typeof own === 'object' ? own : {}) as Record<
      string,
      Value
    >;
    const base = like.missing ? null : scenarios.get(like.text());
    if (base === undefined) {
      like.fault(`there is no scenario "${like.text()}" above`, suggest(like.text(), [...scenarios.keys()]));
    }
    const lines = new Map(base?.lines);
    for (const [key, at] of Object.entries(fields)) {
      if (at.missing) continue;
      lines.set(key === 'ops' ? 'workload' : key, at.line);
      if (at.isMap) for (const [inner, place] of at.entries()) lines.set(`${key}.${inner}`, place.line);
    }
    const json = overlay(base?.json ?? { format: 1, name, seed: 1 }, { name, ...change });
    scenarios.set(name, { name, json, line: written.line, lines });
  }
  return scenarios;
}

function readSteps(text: string, root: Root, lesson: Lesson, faults: Faults): void {
  const context: StepContext = {
    faults,
    sources: lesson.sources.map((source) => source.id),
    scenarios: lesson.scenarios,
    steps: lesson.steps,
  };
  for (const section of sectionsOf(root, faults)) {
    if (lesson.steps.length >= MAX_STEPS) {
      faults.add(section.line, 1, 'lesson', `more than ${MAX_STEPS} steps`, 'split the lesson in two');
      return;
    }
    lesson.steps.push(section.read(text, context));
  }
  if (lesson.steps.length === 0) {
    faults.add(1, 1, 'lesson', 'there is no step', 'begin each step with a heading "## …"');
  }
  const first = lesson.core ? lesson.steps.filter(({ more }) => !more)[MAX_CORE_STEPS] : undefined;
  if (first) {
    const remedy = 'write more: true in steps that the rest of the course does not need';
    faults.add(first.line, 1, 'lesson', `more than ${MAX_CORE_STEPS} core steps`, remedy);
  }
}

interface Section {
  line: number;
  read(text: string, context: StepContext): Step;
}

function sectionsOf(root: Root, faults: Faults): Section[] {
  const sections: { line: number; heading: RootContent & { type: 'heading' }; nodes: RootContent[] }[] = [];
  for (const node of root.children) {
    const line = node.position?.start.line ?? 1;
    if (node.type === 'heading' && node.depth === 2) {
      sections.push({ line, heading: node, nodes: [] });
    } else if (node.type === 'heading') {
      faults.add(
        line,
        1,
        'lesson',
        `a heading of level ${node.depth}`,
        'steps begin with "## …"; use no others',
      );
    } else if (sections.length === 0) {
      faults.add(line, 1, 'lesson', 'text before the first step', 'move it into a step, or to "goals"');
    } else {
      sections.at(-1)?.nodes.push(node);
    }
  }
  return sections.map(({ line, heading, nodes }) => ({
    line,
    read: (text, context) => {
      const where = `step "${heading.children.map((child) => ('value' in child ? child.value : '')).join('')}"`;
      const reader = new ProseReader(text, where, context.faults, context.sources);
      return readStep({ line, where, heading, nodes, reader }, context);
    },
  }));
}
