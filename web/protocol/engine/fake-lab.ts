/** A wasm engine without wasm, for tests of the loop around it: jobs of a given number of slices, traps on demand. */

import type { Command } from '../generated/Command';
import { inThread } from '../rpc/worker-rpc';
import type { ImportTrace, TraceFile } from '../traces/trace-import';
import { EngineServer, type TraceReader, type WasmEngine } from './engine-server';
import { type EngineQuestions, PortEngine } from './port-engine';

export class FakeLab implements WasmEngine {
  /** The calls, in order. */
  readonly calls: string[] = [];
  readonly memory = { buffer: new ArrayBuffer(1024) };
  /** The breakpoint that the next run stops at. */
  hit: string | null = null;
  private left = 0;

  constructor(private readonly slices = 3) {}

  command(json: string): string {
    const command = JSON.parse(json) as Command;
    this.calls.push(command.type);
    switch (command.type) {
      case 'run':
        if (command.target.to === 'next') throw new Error('unreachable executed');
        this.left = this.slices;
        return this.progress();
      case 'check':
        return JSON.stringify({
          err: { kind: 'scenario', message: 'no', remedy: 'yes', field: 'seed', line: 1, column: 2 },
        });
      default:
        return JSON.stringify({ ok: { type: 'done' } });
    }
  }

  slice(): string {
    this.calls.push('slice');
    this.left -= 1;
    return this.progress();
  }

  attach(name: string, file: TraceReader): string {
    this.calls.push(`attach ${name} ${file.read(0, file.size())}`);
    return JSON.stringify({ ok: { type: 'done' } });
  }

  frame(json: string, heat: boolean): string {
    const { slot } = JSON.parse(json) as Extract<Command, { type: 'frame' }>;
    this.calls.push('frame');
    new Uint32Array(this.memory.buffer, 16, 2).set([7, 8]);
    new Uint32Array(this.memory.buffer, 32, 3).set([4, 5, 6]);
    const ok = { type: 'frame', frame: { slot } };
    return JSON.stringify({ ok, cells: [16, 2], ...(heat && { heat: [32, 3] }) });
  }

  private progress(): string {
    const done = this.left === 0;
    const requests = this.slices - this.left;
    return JSON.stringify({
      ok: { type: 'progress', done, doing: 'run', requests, total: this.slices, found: false, hit: this.hit },
    });
  }
}

/** A client over a {@link FakeLab}. */
export function fakeEngine(lab: FakeLab, importTrace: ImportTrace = () => Promise.reject()): PortEngine {
  const read = (file: TraceFile) => ({ size: () => 1, read: () => file as Uint8Array });
  const server = new EngineServer({ engine: lab, memory: lab.memory }, read);
  return new PortEngine(
    inThread<EngineQuestions>(async () => server),
    importTrace,
    () => Promise.reject(),
  );
}
