// @vitest-environment node
import { expect, test } from 'vitest';
import { VALID } from '../protocol/cell';
import { ask, type FrameWindow, type FrameWithCells } from '../protocol/engine/engine-client';
import { inlineEngine } from '../protocol/engine/inline-engine';
import { CELL_WORDS } from '../protocol/generated/constants';
import { lawsOf } from './laws';
import { exampleText, largeExampleText } from './scenario/examples';
import { FTLS } from './schemes';

async function along(text: string, requests: readonly number[], window?: FrameWindow) {
  const engine = inlineEngine();
  const { summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario: text });
  const shown: FrameWithCells[] = [];
  for (const request of requests) {
    await engine.request({
      type: 'run',
      slot: 0,
      target: { to: 'position', position: { request, event: 0 } },
    });
    shown.push(await engine.frame(0, window));
  }
  engine.close();
  return { summary, shown };
}

test.each(FTLS)('the laws hold along the example of %s', async (ftl) => {
  const { summary, shown } = await along(exampleText(ftl), [0, 1, 9, 20, 40]);
  for (const each of shown)
    expect(lawsOf(summary, each).map(({ holds }) => holds)).toEqual([true, true, true, true]);
});

test('on a large device single pages are not told, the rest is counted', async () => {
  const { summary, shown } = await along(largeExampleText('aged'), [0], {
    fromBlock: 0,
    toBlock: 4,
    heat: true,
  });
  const laws = shown.flatMap((each) => lawsOf(summary, each));
  expect(laws.map(({ holds }) => holds)).toEqual([true, null, true, true]);
});

test('a broken law is detected', async () => {
  const { summary, shown } = await along(exampleText('bast'), [9]);
  const [sound] = shown;
  if (!sound) throw new Error('no frame');
  const broken = (change: (shown: FrameWithCells) => void) => {
    const copy = structuredClone(sound);
    change(copy);
    return lawsOf(summary, copy)
      .filter(({ holds }) => holds === false)
      .map(({ id }) => id);
  };
  expect(broken(() => undefined)).toEqual([]);
  // A second valid copy, which its block does not know of.
  expect(
    broken(({ cells }) => {
      const at = cells.findIndex((word, index) => index % CELL_WORDS === 0 && word >>> 30 === 2);
      cells[at] = ((cells[at] ?? 0) & 0x3fffffff) | (VALID << 30);
    }),
  ).toEqual(['copies', 'blocks']);
  expect(
    broken(({ frame }) => {
      frame.free_blocks += 1;
    }),
  ).toEqual(['blocks']);
  expect(
    broken(({ frame }) => {
      frame.report.flash.programs.merge += 1;
    }),
  ).toEqual(['counters']);
});
