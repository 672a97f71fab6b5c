import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleText } from '../../../model/scenario/examples';
import { FTLS } from '../../../model/schemes';
import type { FrameWithCells } from '../../../protocol/engine/engine-client';
import { inlineEngine } from '../../../protocol/engine/inline-engine';
import type { Frame } from '../../../protocol/generated/Frame';
import type { Grain } from '../../../protocol/generated/Grain';
import { createLab } from '../../../state/lab/create-lab';
import type { LabStore, SlotState } from '../../../state/lab/lab';
import { isTooMuch } from '../../../state/lab/playback';
import { preferences } from '../../../state/preferences';
import { type Showing, StageAnimator } from '../animate/stage-animator';
import type { Painter } from '../paint/draw';
import { stageWords } from '../scene/words';
import { type Heated, heated, type Tallied } from './tally';

const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
const words = stageWords();

// The test does not wait for the pictures: time passes as soon as everything else is done.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.setTimerTickMode('nextTimerAsync');
});
afterEach(() => {
  vi.useRealTimers();
});

/** Plays the example from request 2 to its end and hands out every picture, as the page's stage gets them. */
async function play(lab: LabStore, picture: (slot: SlotState, tooMuch: boolean) => void): Promise<Frame> {
  await lab.getState().run({ to: 'position', position: { request: 2, event: 0 } });
  let last = lab.getState().slots[0]?.serial;
  await new Promise<void>((resolve, reject) => {
    const off = lab.subscribe((state) => {
      const slot = state.slots[0];
      try {
        if (slot && slot.serial !== last) picture(slot, isTooMuch(state));
      } catch (error) {
        reject(error);
      }
      last = slot?.serial;
      if (state.playing) return;
      off();
      resolve();
    });
    lab.getState().play();
  });
  const frame = lab.getState().slots[0]?.current.frame;
  if (!frame) throw new Error('nothing is open');
  return frame;
}

describe.each(FTLS)('%s played too fast to follow', (ftl) => {
  let lab: LabStore;

  beforeEach(async () => {
    lab = createLab(async () => inlineEngine());
    await lab.getState().open(0, exampleText(ftl));
  });

  test.each<[Grain, number]>([
    ['request', 120],
    ['request', 10_000],
    ['operation', 900],
    ['action', 10_000],
  ])('a step is a %s, %i of them a second: the pictures add up to the report', async (grain, speed) => {
    preferences.getState().set({ grain, speed });
    lab.getState().setGrain(grain);
    lab.getState().setSpeed(speed);
    let start: Frame | null = null;
    let now: Heated | null = null;
    const shown = { programs: 0, erases: 0, pictures: 0 };
    const end = await play(lab, (slot, tooMuch) => {
      const { frame } = slot.current;
      expect(tooMuch).toBe(true);
      expect(frame.tally, 'the engine counts').not.toBeNull();
      start ??= slot.previous?.frame ?? frame;
      now = heated(now, frame, start);
      shown.programs += sum(now?.programs ?? []);
      shown.erases += sum(now?.erases ?? []);
      shown.pictures += 1;
    });
    const before = (start as Frame | null)?.report;
    const counts = (now as Heated | null)?.counts;
    if (!before || !counts) throw new Error('there was no picture');
    expect(end.position.request).toBe(end.requests);
    const { flash, merges } = end.report;
    expect(shown.programs).toBe(flash.programs.total - before.flash.programs.total);
    expect(shown.erases).toBe(flash.erases.total - before.flash.erases.total);
    expect(shown.programs).toBeGreaterThan(0);
    expect(counts.programs).toBe(shown.programs);
    expect(counts.erases).toBe(shown.erases);
    const kinds = (of: typeof merges) => of.switch + of.partial + of.full;
    expect(counts.merges).toBe(kinds(merges) - kinds(before.merges));
  });
});

/** The picture, without a canvas. */
function fakePainter(): Painter {
  const nothing = () => undefined;
  return { resize: nothing, paintStill: nothing, paint: nothing };
}

function stage(): { animator: StageAnimator; counts: (Tallied | null)[] } {
  const animator = new StageAnimator(
    fakePainter(),
    () => undefined,
    () => undefined,
  );
  const counts: (Tallied | null)[] = [];
  animator.onCounts = (now) => counts.push(now);
  animator.resize({ width: 1000, height: 420, font: 13, label: 12 }, 1);
  return { animator, counts };
}

test('slowed or stopped the stage is that of single animations: nothing has another place', async () => {
  const lab = createLab(async () => inlineEngine());
  await lab.getState().open(0, exampleText('bast'));
  preferences.getState().set({ grain: 'operation', speed: 200 });
  lab.getState().setGrain('operation');
  lab.getState().setSpeed(200);
  const { animator, counts } = stage();
  const other = stage().animator;
  const kept = ({ frame, cells }: FrameWithCells) => ({ frame, cells: cells.slice() });
  const showing = (slot: SlotState, tooMuch: boolean): Showing => ({
    summary: slot.summary,
    ...kept(slot.current),
    previous: slot.previous?.frame ?? null,
    way: slot.direction,
    serial: slot.serial,
    tooMuch,
    stay: tooMuch ? 5 : null,
    still: true,
    untold: false,
    played: false,
    choices: null,
    words,
  });
  // The code for it is there.
  await import('./tally');
  let last: Showing | null = null;
  let glowed = 0;
  await play(lab, (slot, tooMuch) => {
    last = showing(slot, tooMuch);
    animator.show(last);
    other.show({ ...last, tooMuch: false });
    const sprites = [...(animator.current?.scene.keys() ?? [])];
    glowed += sprites.filter((key) => key.startsWith('heat:')).length;
  });
  if (!last) throw new Error('there was no picture');
  expect(glowed).toBeGreaterThan(0);
  expect(counts.at(-1)?.programs).toBeGreaterThan(0);
  animator.show({ ...(last as Showing), stay: null, tooMuch: false });
  expect(counts.at(-1)).toBeNull();
  const seen = (of: StageAnimator) =>
    [...(of.current?.scene.values() ?? [])].map(({ key, x, y, look }) => ({ key, x, y, look }));
  expect(seen(animator)).toEqual(seen(other));
  expect(seen(animator).some(({ key }) => key.startsWith('heat:'))).toBe(false);
});
