/**
 * Another tab of the browser at the same lesson. Its answers, and the attempts that they used, hold here too. Of code that is written
 * in both tabs the person chooses one: until then this tab's code is not kept, and leaving the page asks first.
 */
import { useEffect, useRef, useState } from 'react';
import { mind } from '../../base/keep';
import type { Lesson } from '../../lesson/language/lesson';
import { type Play, type PlayAction, type Progress, toProgress } from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';

/** The code that another tab has of a step. */
export interface OtherCode {
  text: string;
  /** The person chose; whatever it is, it is in the editor now. */
  chosen(text: string): void;
}

interface At {
  lesson: Lesson;
  name: string;
  play: Play;
  progress: ProgressStore;
  go(action: PlayAction): void;
  lecturing: boolean;
}

export function useOtherTab(at: At): { of(step: string): OtherCode | null } {
  const { lesson, name, progress, go, lecturing } = at;
  const [codes, setCodes] = useState<ReadonlyMap<string, string>>(new Map());
  const now = useRef({ ...at, codes });
  now.current = { ...at, codes };
  useEffect(() => {
    if (lecturing) return;
    const stopWatching = progress.watch?.(name, ({ asked }: Progress) => {
      const own = now.current.play.asked;
      const found = new Map(now.current.codes);
      for (const { id, policy } of lesson.steps) {
        const draft = asked[id]?.draft;
        if (policy && draft !== undefined && draft !== own[id]?.draft) found.set(id, draft);
        // Of a short answer the last one that is typed holds.
        else progress.settle?.(name, id);
      }
      setCodes(found);
      go({ type: 'elsewhere', asked });
    });
    return stopWatching;
  }, [lecturing, lesson, name, progress, go]);

  const undecided = codes.size > 0;
  useEffect(() => {
    mind(name, undecided);
  }, [name, undecided]);
  // Another lesson is opened: the other tab is still there, and shows the notice.
  useEffect(
    () => () => {
      const { lesson, name, play, progress, codes } = now.current;
      if (codes.size === 0) return;
      for (const step of codes.keys()) progress.settle?.(name, step);
      progress.save(name, toProgress(lesson, play));
      mind(name, false);
    },
    [],
  );
  return {
    of(step) {
      const text = codes.get(step);
      if (text === undefined) return null;
      const chosen = (code: string) => {
        progress.settle?.(name, step);
        setCodes(new Map([...codes].filter(([id]) => id !== step)));
        go({ type: 'typed', text: code });
        // The code may be what this tab had already, and so change nothing here.
        const { play } = now.current;
        progress.save(name, toProgress(lesson, withDraft(play, step, code)));
      };
      return { text, chosen };
    },
  };
}

function withDraft(play: Play, step: string, draft: string): Play {
  const asked = play.asked[step];
  return asked ? { ...play, asked: { ...play.asked, [step]: { ...asked, draft } } } : play;
}
