/** Where a person is in the lessons of a package, as the text that a platform keeps between visits (`cmi.suspend_data`). */
import { type Asked, isProgress, type Progress } from '../../lesson/play/play';

/** Characters of it, by the standard. */
const MOST = 4096;

/** The record of a question that outlives a start over. */
export interface Past {
  tries: number;
  shown: boolean;
}

export interface Suspended {
  /** By lesson. */
  progress: ReadonlyMap<string, Progress>;
  /** By lesson and step, `bast/full_merge`. */
  past: ReadonlyMap<string, Past>;
}

const NOTHING: Suspended = { progress: new Map(), past: new Map() };

type Short = [
  variant: number,
  given: string | null,
  verdict: 0 | 1 | 2,
  known: 0 | 1,
  shown: 0 | 1,
  tries: number,
];
type ShortLesson = [name: string, step: string, asked: Record<string, Short>];

/** As a text of at most 4,096 characters: where that is too little, the longest answers are left out. */
export function packed({ progress, past }: Suspended): string {
  const lessons = [...progress].map(([name, { step, asked }]): ShortLesson => {
    const short = Object.entries(asked).map(([id, each]): [string, Short] => {
      const { variant, given, verdict, known, shown, tries } = each;
      const judged = verdict === null ? 0 : verdict === 'right' ? 1 : 2;
      return [id, [variant, given, judged, known ? 1 : 0, shown ? 1 : 0, tries]];
    });
    return [name, step, Object.fromEntries(short)];
  });
  const history = [...past].map(([id, { tries, shown }]) => [id, tries, shown ? 1 : 0]);
  const answers = lessons.flatMap(([, , asked]) => Object.values(asked));
  const longest = answers.sort((a, b) => (b[1]?.length ?? 0) - (a[1]?.length ?? 0));
  const text = () => JSON.stringify({ v: 2, l: lessons, h: history });
  for (const answer of longest) {
    if (text().length <= MOST) break;
    // The answer's text is gone, its result stays: known or not.
    answer[1] = null;
    answer[2] = 0;
  }
  if (text().length <= MOST) return text();
  // This many steps that even this is too long: the place at least.
  const place = JSON.stringify({ v: 2, l: lessons.map(([name, step]) => [name, step, {}]), h: [] });
  return place.length <= MOST ? place : '';
}

/** The output of `packed`, or nothing for anything else: it may be of another version, or of another course. */
export function unpacked(text: string): Suspended {
  try {
    const { v, l, h } = JSON.parse(text) as { v: number; l: ShortLesson[]; h: [string, number, 0 | 1][] };
    if (v !== 2) return NOTHING;
    const progress = l.map(([name, step, short]): [string, Progress] => {
      const asked = Object.entries(short).map(([id, [variant, given, judged, known, shown, tries]]) => {
        const verdict = ([null, 'right', 'wrong'] as const)[judged];
        return [
          id,
          { variant, given, verdict, known: known === 1, ...(shown && { shown: true }), tries } as Asked,
        ];
      });
      return [name, { version: 1, step, asked: Object.fromEntries(asked) }];
    });
    const past = h.map(([id, tries, shown]): [string, Past] => [id, { tries, shown: shown === 1 }]);
    const sound =
      progress.every(([name, each]) => typeof name === 'string' && isProgress(each)) &&
      past.every(([id, { tries }]) => typeof id === 'string' && Number.isInteger(tries));
    return sound ? { progress: new Map(progress), past: new Map(past) } : NOTHING;
  } catch {
    return NOTHING;
  }
}
