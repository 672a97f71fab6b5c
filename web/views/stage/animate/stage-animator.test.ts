/** Catching up: a step that comes while a motion runs finds it ended, and nothing is ever half-way. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleText } from '../../../model/scenario/examples';
import { runOf } from '../run.fixture';
import type { Sprite } from '../scene/sprite';
import { stageWords } from '../scene/words';
import { type Showing, StageAnimator } from './stage-animator';

const words = stageWords();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open() {
  const { summary, frames } = await runOf(exampleText('bast'), 'action', 80);
  const painted: (readonly Sprite[])[] = [];
  /** The layers over the scene, picture by picture. */
  const over: (readonly Sprite[])[] = [];
  const nothing = () => undefined;
  const paint = (sprites: readonly Sprite[]) => over.push(sprites);
  const animator = new StageAnimator({ resize: nothing, paintStill: nothing, paint }, nothing, nothing);
  animator.setTheme({ colors: {}, family: '' } as never, 13, 12);
  animator.onPaint = (sprites) => painted.push(sprites);
  animator.resize({ width: 1000, height: 600, font: 13, label: 12 }, 1);
  const showing = (step: number, more: Partial<Showing> = {}): Showing => ({
    summary,
    frame: frames[step]?.frame as Showing['frame'],
    cells: frames[step]?.cells as Uint32Array,
    previous: frames[step - 1]?.frame ?? null,
    way: 'forward',
    serial: step + 1,
    tooMuch: false,
    stay: null,
    still: false,
    untold: false,
    played: false,
    choices: null,
    words,
    ...more,
  });
  return { animator, showing, painted, over, steps: frames.length };
}

const seen = (sprites: Iterable<Sprite>) =>
  [...sprites].map(({ key, x, y, alpha, look }) => ({ key, x, y, alpha, look }));

test('a step that comes while a motion runs begins from where that one ends', async () => {
  const { animator, showing } = await open();
  const { animator: other, showing: alone } = await open();
  animator.show(showing(0));
  animator.show(showing(1));
  vi.advanceTimersByTime(1000);
  animator.show(showing(2));
  vi.advanceTimersByTime(100);
  expect(animator.moving).toBe(true);
  // 100 ms later: no time for a motion, and none of the one before is left.
  animator.show(showing(3));
  expect(animator.moving).toBe(false);
  for (let step = 0; step <= 3; step += 1) other.show(alone(step, { way: 'jump' }));
  expect(seen(animator.current?.scene.values() ?? [])).toEqual(seen(other.current?.scene.values() ?? []));
});

test('at 10 and 30 steps a second every picture is a state', async () => {
  for (const every of [100, 33]) {
    const { animator, showing, painted, steps } = await open();
    animator.show(showing(0));
    vi.advanceTimersByTime(every);
    painted.length = 0;
    for (let step = 1; step < steps; step += 1) {
      animator.show(showing(step, { stay: every }));
      vi.advanceTimersByTime(every);
    }
    expect(painted.length).toBeGreaterThanOrEqual(steps - 1);
    for (const sprites of painted) {
      const pages = sprites.filter(({ look }) => look.kind === 'cell' || look.kind === 'ghost');
      expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length);
      expect(pages.every(({ alpha, look }) => alpha === 1 && look.kind === 'cell')).toBe(true);
    }
  }
});

test('going back and elsewhere is a cut', async () => {
  const { animator, showing } = await open();
  animator.show(showing(5));
  vi.advanceTimersByTime(1000);
  animator.show({
    ...showing(5),
    frame: showing(4).frame,
    serial: 100,
    previous: showing(5).frame,
    way: 'back',
  });
  expect(animator.moving).toBe(false);
});

test('without motion nothing moves', async () => {
  const { animator, showing, steps } = await open();
  for (let step = 0; step < steps; step += 1) {
    animator.show(showing(step, { still: true }));
    expect(animator.moving).toBe(false);
    vi.advanceTimersByTime(1000);
  }
});

test('without motion the way of a copy is one arrow', async () => {
  const { animator, showing, over, steps } = await open();
  const endOf = ({ x, y, w, h }: Sprite) => `${Math.round(x + w)} ${Math.round(y + h)}`;
  let [copies, ways] = [0, 0];
  for (let step = 0; step < steps; step += 1) {
    animator.show(showing(step, { still: true }));
    vi.advanceTimersByTime(1000);
    const drawn = over.at(-1)?.filter(({ look }) => look.kind === 'arrow') ?? [];
    ways += drawn.length;
    const arrow = animator.current?.scene.get('at:arrow');
    if (!arrow) continue;
    copies += 1;
    expect(drawn.map(endOf), `step ${step}`).not.toContain(endOf(arrow));
  }
  expect(copies).toBeGreaterThan(3);
  // The scene draws no arrow for writes.
  expect(ways).toBeGreaterThan(3);
});
