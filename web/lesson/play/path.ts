/**
 * The 15-minute path (`#/path`): steps out of the course's lessons, one after another, each with a bridge to it. It is a
 * lesson like any other. Each step says by itself where it starts; it needs none of the steps before it in its own lesson.
 */
import type { Language } from '../../base/language';
import { m } from '../../i18n/compiled/messages.js';
import type { Inline, Lesson, LessonScenario, Prose, Step } from '../language/lesson';
import { parseLesson } from '../language/parse';
import { loadLesson } from './library';

/** `instead`: the bridge takes the place of the step's own prose, which speaks of the step before it. */
interface Stop {
  lesson: string;
  step: string;
  bridge: () => string;
  instead?: true;
}

export const STOPS: readonly Stop[] = [
  { lesson: 'flash', step: 'update', bridge: m.path_update, instead: true },
  { lesson: 'flash', step: 'victim', bridge: m.path_victim },
  { lesson: 'flash', step: 'wait', bridge: m.path_wait },
  { lesson: 'mapping', step: 'rewrite_block', bridge: m.path_rewrite_block },
  { lesson: 'bast', step: 'full_merge', bridge: m.path_full_merge },
  { lesson: 'bast', step: 'which_merge', bridge: m.path_which_merge },
  { lesson: 'fast', step: 'merges', bridge: m.path_merges },
  { lesson: 'dftl', step: 'evict', bridge: m.path_evict },
  { lesson: 'amplification', step: 'spare', bridge: m.path_spare },
  { lesson: 'flash', step: 'layer', bridge: m.path_layer },
];

/** The path in this language, or as far as its lessons have it. */
export async function loadPath(wanted: Language): Promise<{ lesson: Lesson; language: Language }> {
  const slugs = [...new Set(STOPS.map(({ lesson }) => lesson))];
  const found = await Promise.all(slugs.map(async (slug) => [slug, await loadLesson(slug, wanted)] as const));
  const lessons = found.flatMap(([slug, text]) => {
    const { lesson } = parseLesson(text?.text ?? '');
    return lesson ? [[slug, lesson] as const] : [];
  });
  const language = found.find(([, text]) => text?.language !== wanted)?.[1]?.language ?? wanted;
  return { lesson: pathOf(new Map(lessons)), language };
}

/** Scenarios and sources have names of their lesson: two lessons may use the same. */
export function pathOf(lessons: ReadonlyMap<string, Lesson>): Lesson {
  const scenarios = new Map<string, LessonScenario>();
  const sources = new Map<string, Lesson['sources'][number]>();
  const steps: Step[] = [];
  for (const { lesson: slug, step: id, bridge, instead } of STOPS) {
    const lesson = lessons.get(slug);
    const step = lesson?.steps.find((each) => each.id === id);
    if (!lesson || !step) continue;
    const named = (name: string | null) => {
      const scenario = name === null ? undefined : lesson.scenarios.get(name);
      if (!scenario) return null;
      const own = `${slug}_${scenario.name}`;
      scenarios.set(own, { ...scenario, name: own });
      return own;
    };
    for (const source of lesson.sources) if (source.id === step.source?.ref) sources.set(source.id, source);
    const said: Prose = [{ kind: 'paragraph', children: textOf(bridge()) }];
    steps.push({
      ...step,
      on: named(step.on),
      compare: named(step.compare),
      prose: instead ? said : [...said, ...step.prose],
    });
  }
  return {
    title: m.path_title(),
    rules: null,
    minutes: 15,
    part: null,
    core: false,
    goals: [m.path_goal_pages(), m.path_goal_maps(), m.path_goal_merges(), m.path_goal_costs()].map(textOf),
    prerequisites: [],
    after: [],
    sources: [...sources.values()],
    scenarios,
    steps,
  };
}

function textOf(text: string): Inline[] {
  return [{ kind: 'text', text }];
}
