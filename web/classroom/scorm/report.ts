/**
 * Lessons in a learning platform (SCORM 1.2 Run-Time Environment): finds the platform's API, reports status, score, step
 * and answers as they change, and takes up where the person was. It is a `ProgressStore`, so a lesson knows nothing of it.
 */

import type { Lesson } from '../../lesson/language/lesson';
import type { Progress } from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';
import { type Interaction, timeOf } from './interactions';
import { packed, unpacked } from './suspended';
import { Visit } from './visit';

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

/** The platform does not keep answers one by one, as it may by the standard. */
const NOT_IMPLEMENTED = '401';

/**
 * Begins a session for the lessons of a package, by name. Others, which the person may open too, are kept in `others`. `failed` is
 * called once, with what the platform says, when it refuses something; `now` is in milliseconds.
 */
export function reportTo(
  api: Api,
  lessons: ReadonlyMap<string, Lesson>,
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
  const visit = new Visit(lessons, unpacked(api.LMSGetValue('cmi.suspend_data'), lessons), begun);
  let status = api.LMSGetValue('cmi.core.lesson_status');
  let best = Number(api.LMSGetValue('cmi.core.score.raw')) || 0;
  let recorded = Number(api.LMSGetValue('cmi.interactions._count')) || 0;
  const sent = new Map<string, string>();
  const put = (element: string, value: string) => {
    if (reads || sent.get(element) === value) return;
    sent.set(element, value);
    check(api.LMSSetValue(element, value));
  };
  let records = !reads;
  const record = (interaction: Interaction) => {
    for (const [element, value] of records ? interaction : []) {
      const answer = api.LMSSetValue(`cmi.interactions.${recorded}.${element}`, value);
      if (String(answer) !== 'true' && String(api.LMSGetLastError()) === NOT_IMPLEMENTED) {
        records = false;
        return;
      }
      check(answer);
    }
    recorded += 1;
  };
  /** `commits`: a platform may write to its server, which is too slow for each letter that is typed. */
  const tell = (commits = true) => {
    // A lesson completed, or judged by the platform, stays so, and no one loses points that the platform has.
    const judged = ['passed', 'failed'].includes(status);
    if (visit.done && !judged) status = 'completed';
    else if (!judged && status !== 'completed') status = 'incomplete';
    best = Math.max(best, visit.score);
    put('cmi.core.lesson_status', status);
    put('cmi.core.score.min', '0');
    put('cmi.core.score.max', '100');
    put('cmi.core.score.raw', String(best));
    put('cmi.core.lesson_location', visit.place);
    put('cmi.suspend_data', packed(visit, lessons));
    if (!reads && commits) check(api.LMSCommit(''));
  };
  let finished = false;
  return {
    load: (name) => (lessons.has(name) ? (visit.progress.get(name) ?? null) : others.load(name)),
    save(name, progress) {
      if (!lessons.has(name)) return others.save(name, progress);
      const typing = onlyTyped(visit.progress.get(name), progress);
      const interactions = visit.take(name, progress, now());
      if (finished) return;
      for (const each of interactions) record(each);
      tell(!typing);
    },
    clear(name) {
      if (!lessons.has(name)) return others.clear(name);
      visit.clear(name);
      if (!finished) tell();
    },
    all: () => new Map([...others.all(), ...visit.progress]),
    last: () => visit.last,
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

/** Whether nothing else was done than to type on. */
function onlyTyped(before: Progress | undefined, next: Progress): boolean {
  const bare = (progress: Progress) =>
    JSON.stringify(progress, (key, value) => (TYPED.has(key) ? undefined : value));
  return before !== undefined && bare(before) === bare(next);
}
const TYPED = new Set(['draft', 'reason', 'said']);

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
