/** The windows of a lecture end alike, whatever order their messages come in and whichever windows are lost. */

import { expect, test } from 'vitest';
import fc from '../../base/property';
import { begin, type LectureState } from './lecture-state';
import { change, compare, hello, join, lose, type Message, present, type Replica, receive } from './sync';

const TALK = begin({ slug: 'bast' }, null);

/** A lecture that differs from others: at a step of this name. */
function at(step: string): LectureState {
  return { ...TALK, progress: { version: 1, step, asked: {} } };
}

/** Windows of one machine, with the messages that are still on their way to each. */
class Machine {
  windows: Replica[] = [];
  /** The part that a window keeps in its tab's storage. */
  readonly kept = new Map<string, { stamp: Replica['stamp']; lecture: LectureState }>();
  readonly wires: { to: string; message: Message }[] = [];
  private serial = 0;

  open(role: Replica['role'], kept: Replica | null = null): Replica {
    this.serial += 1;
    const was = kept?.lecture ? { stamp: kept.stamp, lecture: kept.lecture } : null;
    const fresh = join(`w${this.serial}`, role, was);
    this.windows.push(fresh);
    this.send([hello(fresh)]);
    return fresh;
  }
  put(replica: Replica) {
    this.windows = this.windows.map((each) => (each.me === replica.me ? replica : each));
  }
  act(index: number, step: string) {
    const window = this.windows[index % this.windows.length];
    if (!window) return;
    const { replica, send } = change(window, at(step));
    this.put(replica);
    this.send(send);
  }
  send(messages: readonly Message[]) {
    for (const message of messages) {
      for (const { me } of this.windows) if (me !== message.from) this.wires.push({ to: me, message });
    }
  }
  /** Delivers one message: any of those under way, and perhaps once more later. */
  deliver(pick: number, twice: boolean) {
    const index = pick % Math.max(1, this.wires.length);
    const wire = this.wires[index];
    if (!wire) return;
    if (!twice) this.wires.splice(index, 1);
    const window = this.windows.find(({ me }) => me === wire.to);
    if (!window) return;
    const { replica, send } = receive(window, wire.message);
    expect(compare(replica.stamp, window.stamp), 'no window goes back').toBeGreaterThanOrEqual(0);
    this.put(replica);
    this.send(send);
  }
  drop(pick: number) {
    if (this.wires.length > 0) this.wires.splice(pick % this.wires.length, 1);
  }
  /** Closed, or loaded again with what its tab had kept. The others learn of it by the end of its lock. */
  close(index: number, again: boolean) {
    const window = this.windows[index % this.windows.length];
    if (!window) return;
    this.windows = this.windows.filter((each) => each !== window).map((each) => lose(each, window.me));
    if (again) this.open(window.role, window);
  }
  settle() {
    for (let left = 10_000; this.wires.length > 0; left -= 1) {
      expect(left, 'messages do not end').toBeGreaterThan(0);
      this.deliver(0, false);
    }
  }
}

type Move =
  | { do: 'act'; window: number; step: string }
  | { do: 'deliver'; pick: number; twice: boolean }
  | { do: 'drop'; pick: number }
  | { do: 'close'; window: number; again: boolean }
  | { do: 'open'; presenter: boolean };

const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('act' as const),
        window: fc.nat(9),
        step: fc.string({ minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('deliver' as const), pick: fc.nat(99), twice: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), pick: fc.nat(99) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('close' as const), window: fc.nat(9), again: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const), presenter: fc.boolean() }) },
  ),
  { maxLength: 60 },
);

function carryOut(machine: Machine, move: Move) {
  if (move.do === 'act') machine.act(move.window, move.step);
  if (move.do === 'deliver') machine.deliver(move.pick, move.twice);
  if (move.do === 'drop') machine.drop(move.pick);
  // The last one stays: with no window there is no lecture.
  if (move.do === 'close' && (machine.windows.length > 1 || move.again))
    machine.close(move.window, move.again);
  if (move.do === 'open' && machine.windows.length < 4)
    machine.open(move.presenter ? 'presenter' : 'projector');
}

test('after any history, one hello makes all windows show the youngest talk that any of them knew', () => {
  fc.assert(
    fc.property(moves, (history) => {
      const machine = new Machine();
      machine.open('projector');
      machine.act(0, 'begin');
      machine.open('presenter');
      for (const move of history) carryOut(machine, move);
      // A move under way may be lost as well.
      machine.wires.length = 0;
      const youngest = [...machine.windows].sort((a, b) => compare(b.stamp, a.stamp))[0];
      for (const window of machine.windows) machine.send([hello(window)]);
      machine.settle();
      for (const window of machine.windows) {
        expect(window.lecture).toEqual(youngest?.lecture);
        expect(window.stamp).toEqual(youngest?.stamp);
      }
    }),
    { numRuns: 400 },
  );
});

test('any order of the same messages leads to the same talk', () => {
  const steps = fc.array(fc.tuple(fc.nat(2), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.nat(99)), (acts, picks) => {
      const last = (pick: () => number) => {
        const machine = new Machine();
        for (const role of ['projector', 'presenter', 'presenter'] as const) machine.open(role);
        for (const [window, step] of acts) machine.act(window, step);
        while (machine.wires.length > 0) machine.deliver(pick(), false);
        return machine.windows.map(({ lecture, stamp }) => ({ lecture, stamp }));
      };
      const inOrder = last(() => 0);
      expect(new Set(inOrder.map((each) => JSON.stringify(each))).size).toBe(1);
      expect(last(() => picks.next().value ?? 0)).toEqual(inOrder);
    }),
    { numRuns: 200 },
  );
});

test('a window that is reloaded alone knows where it was', () => {
  const machine = new Machine();
  machine.open('presenter');
  machine.act(0, 'merge');
  machine.close(0, true);
  machine.settle();
  expect(machine.windows[0]?.lecture).toEqual(at('merge'));
});

test('a projector that is closed is missed, and found again in the place it left', () => {
  const machine = new Machine();
  machine.open('presenter');
  machine.open('projector');
  machine.act(0, 'one');
  machine.settle();
  const presenter = () => machine.windows.find(({ role }) => role === 'presenter') ?? join('', 'presenter');
  expect(present(presenter(), 'projector')).toBe(true);
  machine.close(1, false);
  expect(present(presenter(), 'projector')).toBe(false);
  // The lesson goes on without it.
  machine.act(0, 'two');
  machine.open('projector');
  machine.settle();
  expect(present(presenter(), 'projector')).toBe(true);
  expect(machine.windows.map(({ lecture }) => lecture?.progress?.step)).toEqual(['two', 'two']);
});

test('the state of another window overrides that of the address', () => {
  const presenter = change(join('b', 'presenter'), at('known')).replica;
  // lecture-channel.ts assumes with a clock of 0.
  const projector = { ...join('z', 'projector'), stamp: { clock: 0, window: 'z' }, lecture: at('address') };
  const told = receive(presenter, hello(projector)).send[0];
  expect(told && receive(projector, told).replica.lecture).toEqual(at('known'));
  const [said] = receive(projector, hello(presenter)).send;
  const { replica, send } = receive(presenter, said as Message);
  expect(replica.lecture).toEqual(at('known'));
  expect(send).toHaveLength(1);
});
