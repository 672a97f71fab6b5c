/**
 * Putting the stage where a step wants it. The person may step about in between; coming back is exact, because a
 * step is a scenario's text and a position in it.
 */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { wantsMotion } from '../../base/motion';
import type { Position } from '../../protocol/generated/Position';
import type { LabStore } from '../../state/lab/lab';
import { lectureMode } from '../../state/lecture';
import { useLab, useLabStore } from '../../state/use-lab';
import type { Scope } from '../language/evaluate';
import type { Look } from '../language/lesson';
import { isFault, plainOf } from '../play/walk';

/** Where the stage is to be. */
export interface Place {
  source: string;
  position: Position;
}

export interface Stage {
  /** Whether the stage is there. */
  there: boolean;
  /** The result is played: what it comes to is said when it has been seen. */
  revealing: boolean;
  go(place: Place): Promise<void>;
  /** Plays from one position to another, action by action; Play and Pause work meanwhile. Resolves when it no longer does. */
  watch(source: string, from: Position, to: Position): Promise<void>;
}

/**
 * Goes to `place` whenever it or the step changes, and marks what is to be looked at. `text` is the lesson as written:
 * of the same step in another language only the names differ, and the stage stays where the person has gone. `begin`: where
 * the place is that of a result, it is played from there, if the stage was to be there before; `null`: it is gone to at once.
 */
export function useStage(
  text: unknown,
  step: string,
  place: Place | null,
  looks: readonly Look[],
  scope: Scope | null,
  begin: Position | null,
): Stage {
  const store = useLabStore();
  const source = place?.source ?? null;
  const request = place?.position.request ?? 0;
  const event = place?.position.event ?? 0;
  const there = useLab((lab) => {
    const slot = lab.slots[0];
    return slot !== null && slot.source === source && same(slot.current.frame.position, { request, event });
  });

  const last = useRef<{ text: unknown; source: string | null; at: string }>({ text, source: null, at: '' });

  const go = useCallback(
    async (wanted: Place) => {
      await goTo(store, wanted);
      if (scope) mark(store, looks, scope);
    },
    [store, looks, scope],
  );
  const watch = useCallback(
    (text: string, from: Position, to: Position) => play(store, text, from, to),
    [store],
  );

  const [revealing, setRevealing] = useState(false);
  // Only the place itself moves the stage: a new scope for the same place must not call the person back. Before the page is
  // painted, which is not to show what a result comes to before it is played.
  // biome-ignore lint/correctness/useExhaustiveDependencies: said above
  useLayoutEffect(() => {
    if (source === null) return;
    const { returning } = lectureMode.getState();
    const first = last.current.source === null;
    // Until the lesson knows the lecture's step it may be at another.
    if (returning && first && (returning.step ?? step) !== step) return;
    if (returning) lectureMode.setState({ returning: null });
    if (returning && first) {
      last.current = { text, source, at: placeName(step, { request, event }) };
      return;
    }
    const { text: before, source: was, at } = last.current;
    const place = placeName(step, { request, event });
    last.current = { text, source, at: place };
    const answered = begin && before === text && was === source && at === placeName(step, begin);
    if (answered && at !== place && wantsMotion()) {
      setRevealing(true);
      void watch(source, begin, { request, event }).finally(() => setRevealing(false));
      return;
    }
    const [slot] = store.getState().slots;
    const stays = before !== text && at === place && slot?.source === was;
    void go({ source, position: stays && slot ? slot.current.frame.position : { request, event } });
  }, [step, source, request, event]);

  return useMemo(() => ({ there, revealing, go, watch }), [there, revealing, go, watch]);
}

/** The youngest wish: what comes back from the engine for an older one is not followed up. */
let wish = 0;
/** Where it leads, until it is carried out: what is seen meanwhile is on its way to be left. */
let heading: Place | null = null;

async function goTo(store: LabStore, place: Place): Promise<boolean> {
  wish += 1;
  const mine = wish;
  const { source, position } = place;
  const lab = store.getState();
  const before = heading;
  heading = place;
  try {
    if ((before ?? lab.slots[0])?.source !== source) {
      const opened = await lab.told(lab.open(0, source));
      if (opened.is !== 'done' || mine !== wish) return false;
    }
    const now = store.getState().slots[0]?.current.frame.position;
    if (before || !now || !same(now, position)) {
      const gone = await lab.run({ to: 'position', position });
      if (gone.is !== 'done') return false;
    }
    return mine === wish;
  } finally {
    if (mine === wish) heading = null;
  }
}

async function play(store: LabStore, source: string, from: Position, to: Position): Promise<void> {
  if (!(await goTo(store, { source, position: from }))) return;
  const mine = wish;
  // An action may end behind the step: the lab holds where the step does.
  const held = store.getState().limit === null;
  if (held) store.getState().setLimit(to);
  try {
    await new Promise<void>((done) => {
      let begun = false;
      const stop = store.subscribe((lab) => {
        const slot = lab.slots[0];
        const elsewhere = mine !== wish || slot?.source !== source;
        const arrived = slot && !before(slot.current.frame.position, to);
        begun ||= lab.playing;
        if (!elsewhere && !arrived && (lab.playing || !begun)) return;
        stop();
        if (arrived && !elsewhere) lab.pause();
        done();
      });
      store.getState().play('action');
    });
  } finally {
    if (held && store.getState().limit === to) store.getState().setLimit(null);
  }
}

function placeName(step: string, { request, event }: Position): string {
  return `${step} ${request} ${event}`;
}

function mark(store: LabStore, looks: readonly Look[], scope: Scope): void {
  for (const { select } of looks) {
    if (!select) continue;
    const value = plainOf(select.value, scope);
    if (isFault(value) || typeof value !== 'number') continue;
    const lab = store.getState();
    if (select.kind === 'page') lab.select({ kind: 'page', ppn: value });
    else if (select.kind === 'block') lab.select({ kind: 'block', pbn: value });
    else if (select.kind === 'lpn') lab.select({ kind: 'lpn', lpn: value });
    else lab.select({ kind: 'lbn', lbn: value });
  }
}

function same(a: Position, b: Position): boolean {
  return a.request === b.request && a.event === b.event;
}

function before(a: Position, b: Position): boolean {
  return a.request < b.request || (a.request === b.request && a.event < b.event);
}
