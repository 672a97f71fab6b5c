/** Catching up: a step that comes while a motion runs finds it ended, and nothing is ever half-way. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleText } from '../../../model/scenario/examples';
import { runOf } from '../run.fixture';
import type { Thing } from '../scene/sprite';
import { stageWords } from '../scene/words';
import { Director, type Showing } from './stage-animator';

const words = stageWords();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open() {
  const { summary, frames } = await runOf(exampleText('bast'), 'action', 80);
  const painted: (readonly Thing[])[] = [];
  /** What lies over the scene, picture by picture. */
  const over: (readonly Thing[])[] = [];
  const nothing = () => undefined;
  const paint = (things: readonly Thing[]) => over.push(things);
  const director = new Director({ resize: nothing, paintStill: nothing, paint }, nothing, nothing);
  director.setTheme({ colors: {}, family: '' } as never, 13, 12);
  director.onPaint = (things) => painted.push(things);
  director.resize({ width: 1000, height: 600, font: 13, label: 12 }, 1);
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
    words,
    ...more,
  });
  return { director, showing, painted, over, steps: frames.length };
}

const seen = (things: Iterable<Thing>) =>
  [...things].map(({ key, x, y, alpha, look }) => ({ key, x, y, alpha, look }));

test('a step that comes while a motion runs begins from where that one ends', async () => {
  const { director, showing } = await open();
  const { director: other, showing: alone } = await open();
  director.show(showing(0));
  director.show(showing(1));
  vi.advanceTimersByTime(1000);
  director.show(showing(2));
  vi.advanceTimersByTime(100);
  expect(director.moving).toBe(true);
  // 100 ms later: no time for a motion, and none of the one before is left.
  director.show(showing(3));
  expect(director.moving).toBe(false);
  for (let step = 0; step <= 3; step += 1) other.show(alone(step, { way: 'jump' }));
  expect(seen(director.current?.scene.values() ?? [])).toEqual(seen(other.current?.scene.values() ?? []));
});

test('at 10 and 30 steps a second every picture is a state', async () => {
  for (const every of [100, 33]) {
    const { director, showing, painted, steps } = await open();
    director.show(showing(0));
    vi.advanceTimersByTime(every);
    painted.length = 0;
    for (let step = 1; step < steps; step += 1) {
      director.show(showing(step, { stay: every }));
      vi.advanceTimersByTime(every);
    }
    expect(painted.length).toBeGreaterThanOrEqual(steps - 1);
    for (const things of painted) {
      const pages = things.filter(({ look }) => look.kind === 'cell' || look.kind === 'ghost');
      expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length);
      expect(pages.every(({ alpha, look }) => alpha === 1 && look.kind === 'cell')).toBe(true);
    }
  }
});

test('going back and elsewhere is a cut', async () => {
  const { director, showing } = await open();
  director.show(showing(5));
  vi.advanceTimersByTime(1000);
  director.show({
    ...showing(5),
    frame: showing(4).frame,
    serial: 100,
    previous: showing(5).frame,
    way: 'back',
  });
  expect(director.moving).toBe(false);
});

test('without motion nothing moves', async () => {
  const { director, showing, steps } = await open();
  for (let step = 0; step < steps; step += 1) {
    director.show(showing(step, { still: true }));
    expect(director.moving).toBe(false);
    vi.advanceTimersByTime(1000);
  }
});

test('without motion the way of a copy is one arrow', async () => {
  const { director, showing, over, steps } = await open();
  const endOf = ({ x, y, w, h }: Thing) => `${Math.round(x + w)} ${Math.round(y + h)}`;
  let [copies, ways] = [0, 0];
  for (let step = 0; step < steps; step += 1) {
    director.show(showing(step, { still: true }));
    vi.advanceTimersByTime(1000);
    const drawn = over.at(-1)?.filter(({ look }) => look.kind === 'arrow') ?? [];
    ways += drawn.length;
    const arrow = director.current?.scene.get('at:arrow');
    if (!arrow) continue;
    copies += 1;
    expect(drawn.map(endOf), `step ${step}`).not.toContain(endOf(arrow));
  }
  expect(copies).toBeGreaterThan(3);
  // Of writes, which the scene draws no arrow for.
  expect(ways).toBeGreaterThan(3);
});
