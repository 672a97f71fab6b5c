/**
 * A lesson in a learning platform (SCORM 1.2 Run-Time Environment): finds the platform's API, reports status, score, step
 * and answers as they change, and takes up where the person was. It is a `ProgressStore`, so the lesson knows nothing of it.
 */

import { asks, type Lesson } from '../../lesson/language/lesson';
import { standingOf } from '../../lesson/play/course';
import { type Asked, isProgress, type Progress } from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';

/** A platform's interface under the name `API`. All take and give texts; `"true"` is success. */
export interface Api {
  LMSInitialize(nothing: ''): string;
  LMSFinish(nothing: ''): string;
  LMSGetValue(element: string): string;
  LMSSetValue(element: string, value: string): string;
  LMSCommit(nothing: ''): string;
  LMSGetLastError(): string;
  LMSGetErrorString(code: string): string;
}

/** How far up frames are looked through. */
const DEPTH = 50;
/** Characters of `cmi.suspend_data`, by the standard. */
const MOST = 4096;

/** In the frames around, then in those around the window that opened this one; `null`: there is none. */
export function findApi(from: Window): Api | null {
  for (const first of [from, from.opener as Window | null]) {
    let window = first;
    for (let depth = 0; window && depth < DEPTH; depth += 1) {
      try {
        const { API } = window as unknown as { API?: Api };
        if (API) return API;
        window = window.parent === window ? null : window.parent;
      } catch {
        // A page of another origin: nothing behind it can be seen.
        window = null;
      }
    }
  }
  return null;
}

export interface Report extends ProgressStore {
  /** Says goodbye: to be called when the page goes. */
  finish(): void;
}

/**
 * Begins a session for one lesson. Others, which the person may open too, are kept in `others`. `failed` is called once,
 * with what the platform says, when it refuses something; `now` is in milliseconds.
 */
export function reportTo(
  api: Api,
  slug: string,
  lesson: Lesson,
  others: ProgressStore,
  failed: (reason: string) => void,
  now: () => number = Date.now,
): Report {
  let told = false;
  const check = (answer: string) => {
    if (String(answer) === 'true' || told) return;
    told = true;
    const code = api.LMSGetLastError();
    failed(`${api.LMSGetErrorString(code)} (${code})`);
  };
  const begun = now();
  check(api.LMSInitialize(''));
  // A person who only looks at what was done changes nothing of it.
  const reads = api.LMSGetValue('cmi.core.lesson_mode') === 'review';
  let current = unpacked(api.LMSGetValue('cmi.suspend_data'));
  let status = api.LMSGetValue('cmi.core.lesson_status');
  let best = Number(api.LMSGetValue('cmi.core.score.raw')) || 0;
  const sent = new Map<string, string>();
  const put = (element: string, value: string) => {
    if (reads || sent.get(element) === value) return;
    sent.set(element, value);
    check(api.LMSSetValue(element, value));
  };
  const tell = () => {
    const { is } = standingOf(lesson, current);
    // A lesson completed, or judged by the platform, stays so, and no one loses points by doing it once more.
    const before = ['completed', 'passed', 'failed'].includes(status);
    if (is === 'done' && !['passed', 'failed'].includes(status)) status = 'completed';
    else if (!before) status = 'incomplete';
    const score = scoreOf(lesson, current);
    best = before ? Math.max(best, score) : score;
    put('cmi.core.lesson_status', status);
    put('cmi.core.score.min', '0');
    put('cmi.core.score.max', '100');
    put('cmi.core.score.raw', String(best));
    put('cmi.core.lesson_location', current?.step ?? '');
    put('cmi.suspend_data', current ? packed(current) : '');
    if (!reads) check(api.LMSCommit(''));
  };
  let finished = false;
  return {
    load: (name) => (name === slug ? current : others.load(name)),
    save(name, progress) {
      if (name !== slug) return others.save(name, progress);
      current = progress;
      if (!finished) tell();
    },
    clear(name) {
      if (name !== slug) return others.clear(name);
      current = null;
      if (!finished) tell();
    },
    all: () => new Map([...others.all(), ...(current ? [[slug, current] as const] : [])]),
    finish() {
      if (finished) return;
      finished = true;
      put('cmi.core.session_time', timeOf(now() - begun));
      // After any other exit a platform forgets the answers, of a completed lesson too.
      put('cmi.core.exit', 'suspend');
      if (!reads) check(api.LMSCommit(''));
      check(api.LMSFinish(''));
    },
  };
}

/**
 * Ends the session when the page goes. A page that the browser has kept and shows again has none any more, and platforms
 * begin no second one for it: it is loaded again, and told what is refused.
 */
export function finishWith(page: Pick<Window, 'addEventListener' | 'location'>, report: Report): void {
  page.addEventListener('pagehide', () => report.finish());
  page.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) page.location.reload();
  });
}

/** The percentage of questions that were answered correctly, in any variant, and not shown. */
function scoreOf(lesson: Lesson, progress: Progress | null): number {
  const asking = lesson.steps.filter(asks);
  const right = asking.filter(({ id }) => progress?.asked[id]?.known && !progress.asked[id].shown).length;
  return asking.length === 0 ? 0 : Math.round((100 * right) / asking.length);
}

type Short = [
  variant: number,
  given: string | null,
  verdict: 0 | 1 | 2,
  known: 0 | 1,
  shown: 0 | 1,
  tries: number,
];

/** Step and answers as a text of at most 4,096 characters: where that is too little, the longest answers are left out. */
export function packed({ step, asked }: Progress): string {
  const short: Record<string, Short> = {};
  for (const [id, { variant, given, verdict, known, shown, tries }] of Object.entries(asked)) {
    const judged = verdict === null ? 0 : verdict === 'right' ? 1 : 2;
    short[id] = [variant, given, judged, known ? 1 : 0, shown ? 1 : 0, tries];
  }
  const longest = Object.values(short).sort((a, b) => (b[1]?.length ?? 0) - (a[1]?.length ?? 0));
  const text = () => JSON.stringify({ v: 1, s: step, a: short });
  for (const answer of longest) {
    if (text().length <= MOST) break;
    // The answer's text is gone, its result stays: known or not.
    answer[1] = null;
    answer[2] = 0;
  }
  // This many steps that even this is too long: the place at least.
  return text().length <= MOST ? text() : JSON.stringify({ v: 1, s: step, a: {} });
}

/** The output of `packed`; `null` for anything else: it may be of another version, or of another course. */
export function unpacked(text: string): Progress | null {
  try {
    const { v, s, a } = JSON.parse(text) as { v: number; s: string; a: Record<string, Short> };
    const asked = Object.entries(a).map(([id, [variant, given, judged, known, shown, tries]]) => {
      const verdict = ([null, 'right', 'wrong'] as const)[judged];
      return [
        id,
        { variant, given, verdict, known: known === 1, ...(shown && { shown: true }), tries } as Asked,
      ];
    });
    const progress = { version: v, step: s, asked: Object.fromEntries(asked) };
    return isProgress(progress) ? progress : null;
  } catch {
    return null;
  }
}

/** As the standard has it: `0001:05:09.25`. */
export function timeOf(milliseconds: number): string {
  const hundredths = Math.max(0, Math.round(milliseconds / 10));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.min(9999, Math.floor(hundredths / 360_000));
  const rest = hundredths % 360_000;
  return `${String(hours).padStart(4, '0')}:${two(rest / 6000)}:${two((rest / 100) % 60)}.${two(rest % 100)}`;
}
