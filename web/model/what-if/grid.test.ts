// @vitest-environment node
import { expect, test } from 'vitest';
import '../../protocol/runs/inline-needs';
import type { Report } from '../../protocol/generated/Report';
import { getAt, type ScenarioDocument } from '../scenario/document';
import { amplificationsOf, blocksOf, type Counted, csvOf, enoughOf, gridOf, isClosed, planOf } from './grid';

const BASE: ScenarioDocument = {
  format: 1,
  device: { blocks: 40, pages_per_block: 8, page_bytes: 2048 },
  logical_pages: 280,
  ftl: { kind: 'page' },
  workload: { kind: 'uniform', requests: 100, interarrival_ms: 1 },
};

test('all runs are on one device, as large as most channels need', () => {
  const cells = gridOf(BASE, false);
  expect(cells).toHaveLength(20);
  expect(blocksOf(BASE)).toBeGreaterThan(40);
  expect(new Set(cells.map(({ scenario }) => getAt(scenario, 'device.blocks')))).toEqual(
    new Set([blocksOf(BASE)]),
  );
  expect(cells.every(({ scenario }) => getAt(scenario, 'host.merge') === true)).toBe(true);
  expect(cells.map(({ scenario }) => getAt(scenario, 'host.outstanding'))).not.toContain(1);
  const sequential = gridOf({ ...BASE, host: { merge: false } }, false);
  expect(getAt(sequential[0]?.scenario ?? {}, 'host.merge')).toBe(false);
});

test('a closed loop has as many requests out as the device takes', () => {
  const cells = gridOf({ ...BASE, host: { arrivals: 'poisson' } }, true);
  for (const { depth, scenario } of cells) {
    expect(getAt(scenario, 'host.outstanding')).toBe(depth);
    expect(getAt(scenario, 'host.arrivals')).toBeUndefined();
    expect(isClosed(scenario)).toBe(true);
  }
  expect([isClosed(BASE), isClosed({ ...BASE, host: { outstanding: null } })]).toEqual([false, false]);
});

test('the plan has the same scenarios', () => {
  for (const closed of [false, true]) {
    const { scenario, list, over } = planOf(BASE, closed) as {
      scenario: ScenarioDocument;
      list: Record<string, number>[];
      over: Record<string, number[]>;
    };
    const host = scenario.host as ScenarioDocument;
    const plan = (over['host.channels'] ?? []).flatMap((channels) =>
      list.map((set) => {
        const fields = Object.entries(set).map(([path, value]) => [path.replace('host.', ''), value]);
        return { ...scenario, host: { ...host, channels, ...Object.fromEntries(fields) } };
      }),
    );
    expect(plan).toEqual(gridOf(BASE, closed).map((cell) => cell.scenario));
  }
});

test('the fewest channels that are about as good as the best', () => {
  const cell = (channels: number, depth: number, mean: number): Counted => ({
    ...{ channels, depth },
    report: {
      response_us: { mean, p99: 2 * mean },
      parallel: { span_us: 10 * mean, bandwidth_mb_s: 1000 / mean },
      write_amplification: 1.5,
    } as Report,
  });
  const cells = [cell(1, 1, 400), cell(1, 4, 200), cell(2, 1, 104.9), cell(2, 4, 104), cell(4, 1, 100)];
  for (const figure of ['response_us.mean', 'response_us.p99', 'parallel.bandwidth_mb_s'] as const)
    expect(enoughOf(cells, figure)).toEqual({ best: cells[4], worst: cells[0], enough: cells[2] });
  expect(enoughOf([], 'response_us.mean')).toBeNull();
  // Of equal ones the worst is that with the least depth.
  expect(enoughOf([cell(1, 4, 400), cell(1, 1, 400), cell(2, 1, 9)], 'response_us.mean')?.worst.depth).toBe(
    1,
  );
  expect(amplificationsOf(cells)).toBeNull();
  const more = { ...cell(8, 1, 100), report: { write_amplification: 1.6 } as Report };
  expect(amplificationsOf([...cells, more])).toEqual([1.5, 1.6]);
  expect(csvOf(cells.slice(0, 1))).toEqual([
    [
      ...['host.channels', 'host.queue_depth', 'parallel.span_us', 'response_us.mean', 'response_us.p99'],
      ...['parallel.bandwidth_mb_s', 'write_amplification'],
    ],
    ['1', '1', '4000', '400', '800', '2.5', '1.5'],
  ]);
});
