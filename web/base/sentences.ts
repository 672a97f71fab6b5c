/**
 * Sentences about a trace, a run or several of them. Each is declared once, with the condition under which it is true, so that a view
 * that shows it needs no condition of its own. `web/app/sentences` draws runs, and checks both against what was counted.
 */
interface Sentence<Of> {
  when: (of: Of) => boolean;
  say: (of: Of) => string;
}

/** By the keys of their messages. */
export type Sentences<Of> = Readonly<Record<string, Sentence<Of>>>;

/** All that are true, in the order of their declaration. */
export function saidOf<Of>(sentences: Sentences<Of>, of: Of): string[] {
  return Object.values(sentences).flatMap(({ when, say }) => (when(of) ? say(of) : []));
}

/** The first that is true. */
export function firstOf<Of>(sentences: Sentences<Of>, of: Of): string {
  return (
    Object.values(sentences)
      .find(({ when }) => when(of))
      ?.say(of) ?? ''
  );
}
