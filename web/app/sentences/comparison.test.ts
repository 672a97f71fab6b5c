/** The sentences of a comparison agree with the counters of its runs: each is shown where it is true, and nowhere else. */
import { expect, test } from 'vitest';
import fc from '../../base/property';
import { causes } from '../../views/batch-compare/answer/causes';
import { finding } from '../../views/batch-compare/answer/finding';
import { extraOf, extraText } from '../../views/batch-compare/answer/helps-words';
import { unsteady } from '../../views/batch-compare/words';
import { type Drawn, drawn, type Of, ranOf } from './comparison.fixture';
import { foundOf, GAPS, HEAD, MORE, REASONS, rankedBy, TITLE, WHY } from './comparison-facts.fixture';
import { holding } from './facts.fixture';
import { numberIn, recognised } from './recognise.fixture';

const CASES = process.env.DEEP ? 1000 : 120;

const { hold, meet, unmet } = holding();

const GAP = ['batch_gap', 'batch_gap_unsure', 'batch_gap_none'];

function holdFinding(of: Drawn): void {
  const found = foundOf(of);
  const said = finding(of.runs, of.preset);
  expect(said === null).toBe(found.order.length < 2);
  if (!said) return;
  hold([said.title], TITLE, found);
  const keyed = said.more.map((text) => [recognised(text, [...Object.keys(MORE), ...GAP]), text] as const);
  hold(
    keyed.flatMap(([{ key }, text]) => (GAP.includes(key) ? [] : [text])),
    MORE,
    found,
  );
  const gaps = keyed.filter(([{ key }]) => GAP.includes(key));
  const [first, second] = found.values as [number, number];
  // Runs that tie have no difference to be sure of.
  expect(gaps.length).toBeLessThanOrEqual(first === second ? 0 : 1);
  for (const [{ key, values }, text] of gaps) {
    meet(key);
    if (key === 'batch_gap_none') continue;
    const [low, high] = [values.low, values.high].map((value) => numberIn(value ?? '')) as [
      ReturnType<typeof numberIn>,
      ReturnType<typeof numberIn>,
    ];
    // The interval is of the difference that is shown.
    expect(low.value - low.within, text).toBeLessThanOrEqual(second - first + 1e-6);
    expect(high.value + high.within, text).toBeGreaterThanOrEqual(second - first - 1e-6);
    const sure = GAPS[key]?.({ ...found, low: low.value - low.within, high: high.value + high.within });
    const near = Math.min(Math.abs(low.value), Math.abs(high.value)) <= low.within + high.within;
    expect(sure !== null || near, text).toBe(true);
  }
}

function holdCauses({ runs, preset, ran }: Drawn, of: Drawn): void {
  const against = ran[ran.length >> 1];
  if (!against) return;
  const by = rankedBy(of);
  const said = causes(runs, preset, against.run);
  const others = ran.filter((each) => each !== against);
  expect(said.length).toBe(others.length);
  others.forEach(({ report, ftl }, i) => {
    const compared = { mine: report, theirs: against.report, ftl, by };
    const [head = '', reasons] = (said[i]?.said ?? '').replace(/\.$/, '').split(': ');
    hold([head], HEAD, compared);
    hold(reasons ? reasons.split(', ') : [], REASONS, compared);
  });
}

function holdUnsteady({ runs, ran, document }: Drawn): void {
  const text = unsteady(runs, { document, trace: null });
  const given = JSON.stringify(document.workload).includes('until_steady');
  const pages = Number(document.logical_pages);
  const times = ran
    .filter(({ report }) => report.host.writes > 0)
    .map(({ report }) => report.host.writes / pages);
  const least = Math.min(...times);
  hold(
    text ? [text] : [],
    {
      batch_unsteady: () =>
        !given && times.length > 0 && Math.round(10 * least) / 10 < 4
          ? { times: least, pages, settles: 4 }
          : null,
    },
    null,
  );
}

/** Of several spare factors only the largest one has room for all 22 writes: hardly ever drawn. */
const ONE_ERASES_NONE: Of = {
  ...{ ftl: 'page', preset: 'spare', pagesPerBlock: 4, logicalBlocks: 4, spare: 6, filled: true },
  ...{ buffer: undefined, host: undefined, seeds: 1, seed: 1 },
  workload: { kind: 'ops', ops: Array.from({ length: 22 }, (_, i) => `w${(5 * i) % 16}`).join(' ') },
};

/** More channels have more frontiers, on the same blocks. */
const MORE_CHANNELS: Of = {
  ...{ ftl: 'page', preset: 'channels', pagesPerBlock: 4, logicalBlocks: 10, spare: 6, filled: true },
  ...{ buffer: undefined, host: { channels: 2, queue_depth: 4, outstanding: 8 }, seeds: 1, seed: 1 },
  workload: {
    ...{ kind: 'uniform', requests: 2000, read_fraction: 0, trim_fraction: 0, repeat: 1 },
  },
};

test('every sentence about runs is shown where it is true, with the figures that were counted, and nowhere else', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (each) => {
      const of = await ranOf(each);
      holdFinding(of);
      holdCauses(of, of);
      holdUnsteady(of);
      for (const each of of.ran) hold([extraText(each.run, extraOf(each.run))], WHY, each);
    }),
    { numRuns: CASES, endOnFailure: true, examples: [[ONE_ERASES_NONE], [MORE_CHANNELS]] },
  );
  // None is left out because no case of it was drawn.
  expect(unmet(TITLE, MORE, HEAD, REASONS, WHY)).toEqual([]);
});
