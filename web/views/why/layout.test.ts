import { expect, test } from 'vitest';
import { exampleText } from '../../model/scenario/examples';
import { FTLS, type FtlKind } from '../../model/schemes';
import { ask } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import type { Target } from '../../protocol/generated/Target';
import { say } from '../say';
import { linesOf, stopsOn, whyHere } from './layout';

/** The example of a scheme, taken somewhere. */
async function at(kind: FtlKind, ...targets: Target[]) {
  const engine = inlineEngine();
  try {
    const scenario = exampleText(kind);
    const { summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario });
    for (const target of targets) await engine.request({ type: 'run', slot: 0, target });
    const { frame, cells } = await engine.frame(0);
    return { summary, frame, shown: { frame, cells: cells.slice(), heat: null } };
  } finally {
    engine.close();
  }
}

const step: Target = { to: 'step', grain: 'operation', back: false };

test('the events of the request are listed with the current one marked, and are links', async () => {
  const { summary, frame } = await at(
    'bast',
    { to: 'next', until: 'merge full', back: false },
    step,
    step,
    step,
  );
  const { lines } = linesOf(summary, frame);
  expect(lines.filter((line) => line.now)).toHaveLength(1);
  const now = lines.find((line) => line.now);
  expect(now?.position).toEqual(frame.position);
  expect(lines.some((line) => line.later)).toBe(true);
  expect(lines.map((line) => line.number)).toEqual(lines.map((_, index) => index + 1));
  expect(lines.some((line) => line.operation === 'P')).toBe(true);
});

test('every sentence of a whole example can be said', async () => {
  for (const kind of FTLS) {
    for (const request of [1, 5, 9, 14, 20, 33]) {
      const { summary, frame } = await at(kind, { to: 'position', position: { request, event: 0 } });
      for (const line of linesOf(summary, frame).lines) expect(say(line.text)).not.toMatch(/undefined|\{/);
    }
  }
});

test('why a page is here: what it holds, and which event of the request wrote it', async () => {
  const { summary, frame, shown } = await at('page', { to: 'position', position: { request: 3, event: 0 } });
  const write = frame.window.find((event) => event.t === 'program');
  if (write?.t !== 'program') throw new Error('request 3 of the example writes');
  const told = whyHere({ kind: 'page', ppn: write.ppn }, shown, summary);
  expect(told[0]?.key).toBe('why_page_valid');
  expect(told.map((said) => said.key)).toContain('why_program_data');
  const free = frame.blocks.find((block) => block.role === 'free');
  if (!free) throw new Error('the example has a free block');
  const ppn = free.pbn * summary.pages_per_block;
  expect(whyHere({ kind: 'page', ppn }, shown, summary)[0]?.key).toBe('why_page_free');
});

test('an invalid copy says where the latest one is', async () => {
  const { summary, frame, shown } = await at('page', { to: 'position', position: { request: 3, event: 0 } });
  const gone = frame.window.find((event) => event.t === 'invalidate');
  if (gone?.t !== 'invalidate') throw new Error('request 3 of the example rewrites a page');
  const keys = whyHere({ kind: 'page', ppn: gone.ppn }, shown, summary).map((said) => said.key);
  expect(keys.slice(0, 2)).toEqual(['why_page_stale', 'why_page_stale_newer']);
  expect(keys).toContain('why_invalidate');
});

test('a selection can be a breakpoint: a page and its block, a block, a logical page', () => {
  const texts = (...asked: Parameters<typeof stopsOn>) => stopsOn(...asked).map(({ text }) => text);
  expect(texts({ kind: 'page', ppn: 11 }, 4)).toEqual(['program ppn 11', 'erase pbn 2']);
  expect(texts({ kind: 'block', pbn: 7 }, 4)).toEqual(['erase pbn 7']);
  expect(texts({ kind: 'lpn', lpn: 5 }, 4)).toEqual(['write lpn 5']);
  expect(texts(null, 4)).toEqual([]);
});
