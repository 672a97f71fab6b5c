import { expect, test } from 'vitest';
import type { HostShown } from '../../protocol/generated/HostShown';
import type { OperationShown } from '../../protocol/generated/OperationShown';
import type { RequestTimes } from '../../protocol/generated/RequestTimes';
import { ganttLayout, purposeOf, queuesOf } from './layout';

const WIDTH = 800;

function operation(change: Partial<OperationShown>): OperationShown {
  return {
    ...{ id: 0, request: 0, block: 0, channel: 0, die: 0, kind: 'program', cause: 'host' },
    ...{ asked_us: 0, started_us: 0, first_ended_us: 20, second_us: 20, ended_us: 220, held_up_us: 0 },
    ...change,
  };
}

function request(change: Partial<RequestTimes>): RequestTimes {
  return {
    ...{ number: 0, op: 'read', lpn: 0, pages: 1 },
    ...{ arrival_us: 0, dispatched_us: null, ended_us: null, merged: 1 },
    ...change,
  };
}

function host(change: Partial<HostShown> = {}): HostShown {
  return {
    ...{ scheduler: 'noop', zones: null, channels: 2, dies: 2, queue_depth: 4, outstanding: 4, now_us: 100 },
    turn: { reads: null, queue: null, taken: 0, most: 0, until_us: null },
    ...{ waiting: [], waits: 0, next: [], device: [], ended: [], operations: [] },
    ...change,
  };
}

test('each channel has a line for its bus and one a die, and what is written beside a line fits into it', () => {
  for (const label of [11, 12, 25, 40]) {
    const device = [request({ number: 1, dispatched_us: 10 }), request({ number: 2, dispatched_us: 20 })];
    const { lanes, strips, axis, height } = ganttLayout(host({ device }), WIDTH, label);
    expect(lanes.map(({ channel, die }) => `${channel}/${die}`)).toEqual([
      ...['0/null', '0/0', '0/1', '1/null', '1/0', '1/1'],
    ]);
    const lines = [...lanes, ...strips];
    lines.reduce((above, line) => {
      expect(line.y).toBeGreaterThanOrEqual(above);
      // Letters are somewhat smaller than the label's size, those beside a bus more so.
      expect(line.h).toBeGreaterThanOrEqual(label * 0.85);
      return line.y + line.h;
    }, 0);
    expect(axis).toBeGreaterThan(lines.at(-1)?.y ?? 0);
    expect(height).toBeGreaterThan(axis + label);
  }
});

test('a program is first on the bus and then in its die, a read the other way round, an erase in the die only', () => {
  const program = operation({ id: 1, channel: 0, die: 1 });
  const read = operation({
    ...{ id: 2, kind: 'read', channel: 1, die: 0 },
    ...{ started_us: 0, first_ended_us: 25, second_us: 60, ended_us: 80 },
  });
  const erase = operation({
    id: 3,
    kind: 'erase',
    cause: 'gc',
    channel: 1,
    die: 1,
    second_us: 0,
    ended_us: 150,
  });
  const { bars, lanes, now } = ganttLayout(host({ operations: [program, read, erase] }), WIDTH, 12);
  const of = (id: number) => bars.filter((bar) => bar.operation.id === id);
  const lane = (channel: number, die: number | null) =>
    lanes.find((each) => each.channel === channel && each.die === die);
  expect(of(1).map(({ bus, y }) => [bus, y])).toEqual([
    [true, lane(0, null)?.y],
    [false, lane(0, 1)?.y],
  ]);
  expect(of(2).map(({ bus, y }) => [bus, y])).toEqual([
    [false, lane(1, 0)?.y],
    [true, lane(1, null)?.y],
  ]);
  expect(of(3).map(({ bus, y, purpose }) => [bus, y, purpose])).toEqual([[false, lane(1, 1)?.y, 'clean']]);
  // The page that was read waits for the bus: between its bars there is time.
  const [cells, wires] = of(2);
  expect((wires?.x ?? 0) - ((cells?.x ?? 0) + (cells?.w ?? 0))).toBeGreaterThan(0);
  // The program is under way at the current time, the read is done.
  const [, cell] = of(1);
  expect(cell && cell.x < now && cell.x + cell.w > now).toBe(true);
  expect((wires?.x ?? 0) + (wires?.w ?? 0)).toBeLessThan(now);
  expect(bars.every(({ x, w }) => x >= 0 && x + w <= WIDTH)).toBe(true);
});

test('an operation outside the window has no bar, and a wider window shows it', () => {
  const operations = [
    operation({ id: 1 }),
    operation({ id: 2, started_us: 9000, first_ended_us: 9020, second_us: 9020, ended_us: 9220 }),
  ];
  const ids = (zoom: number) => [
    ...new Set(ganttLayout(host({ operations }), WIDTH, 12, zoom).bars.map((bar) => bar.operation.id)),
  ];
  expect(ids(1)).toEqual([1]);
  expect(ids(8)).toEqual([1, 2]);
  const later = ganttLayout(host({ operations }), WIDTH, 12, 8).bars.filter((bar) => bar.operation.id === 2);
  expect(later.every((bar) => bar.ahead)).toBe(true);
});

test('requests that wait have no part in the device, and those held up say how long', () => {
  const waits = request({ number: 7, arrival_us: 40 });
  const works = request({ number: 6, arrival_us: 10, dispatched_us: 50, ended_us: 220 });
  const { strips } = ganttLayout(
    host({
      device: [works],
      waiting: [{ queue: 0, parts: [waits] }],
      operations: [
        operation({ request: 6, held_up_us: 30 }),
        operation({ id: 1, request: 6, cause: 'gc', held_up_us: 9 }),
      ],
    }),
    WIDTH,
    12,
  );
  expect(
    strips.map(({ request: { number }, service, heldUp }) => [number, service !== null, heldUp]),
  ).toEqual([
    [6, true, 30],
    [7, false, 0],
  ]);
});

test('each scheduler has its queues, and the one whose turn it is says so', () => {
  const waiting = [
    { queue: 0, parts: [request({ number: 1, op: 'read' })] },
    { queue: 1, parts: [request({ number: 2, op: 'write' })] },
  ];
  const turn = (change: Partial<HostShown['turn']>) => ({ ...host().turn, ...change });
  expect(queuesOf(host({ waiting })).map((queue) => queue.waiting.length)).toEqual([2]);
  const zones = queuesOf(
    host({ waiting, scheduler: 'ssd_zones', zones: 2, turn: turn({ reads: false, queue: 1 }) }),
  );
  expect(zones.map(({ of, reads, waiting: there, turn }) => [of, reads, there.length, turn])).toEqual([
    [0, true, 1, false],
    [1, true, 0, false],
    [0, false, 0, false],
    [1, false, 1, true],
  ]);
  const cfq = queuesOf(host({ waiting, scheduler: 'cfq', turn: turn({ reads: true, queue: 4 }) }));
  expect(cfq.map(({ of, turn }) => [of, turn])).toEqual([
    [0, false],
    [1, false],
    [4, true],
  ]);
});

test('the purpose of an operation', () => {
  const purposes = (['host', 'gc', 'merge', 'translation', 'pad', 'wear'] as const).map((cause) =>
    purposeOf(operation({ cause })),
  );
  expect(purposes).toEqual(['host', 'clean', 'clean', 'map', 'pad', 'clean']);
});
