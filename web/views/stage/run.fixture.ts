/** Frames of a real run, for the tests: the engine itself, one step after the other. */
import type { FrameWithCells } from '../../protocol/engine/engine-client';
import { ask } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import type { Grain } from '../../protocol/generated/Grain';
import type { Summary } from '../../protocol/generated/Summary';

export interface Run {
  summary: Summary;
  /** The beginning, and the frame after each step. */
  frames: FrameWithCells[];
}

/** The first `steps` steps of a scenario, from an event of request `from` on. */
export async function runOf(
  scenario: string,
  grain: Grain,
  steps: number,
  from = 0,
  event = 0,
): Promise<Run> {
  const engine = inlineEngine();
  try {
    const { summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario });
    await engine.request({
      type: 'run',
      slot: 0,
      target: { to: 'position', position: { request: from, event } },
    });
    const frames = [await kept(engine.frame(0))];
    for (let step = 0; step < steps; step += 1) {
      await engine.request({ type: 'run', slot: 0, target: { to: 'step', grain, back: false } });
      frames.push(await kept(engine.frame(0)));
    }
    return { summary, frames };
  } finally {
    engine.close();
  }
}

async function kept(frame: Promise<FrameWithCells>): Promise<FrameWithCells> {
  const got = await frame;
  return { frame: got.frame, cells: got.cells.slice(), heat: got.heat?.slice() ?? null };
}

/** Kinds of write buffers. */
export const BUFFERS = ['lru', 'cflru', 'fab', 'bplru', 'pud_lru'] as const;

/** Behind a write buffer of each kind a small device that is full: writes that miss and hit, reads of what is buffered and what is not. */
export function bufferedText(kind: (typeof BUFFERS)[number], capacity = 6, pages = 4): string {
  const options = kind === 'cflru' ? { window: 3 } : kind === 'pud_lru' ? { threshold: 0.01 } : {};
  const document = {
    format: 1,
    device: { blocks: 14, pages_per_block: pages, page_bytes: 2048 },
    logical_pages: 9 * pages,
    ftl: kind === 'cflru' ? { kind: 'page' } : { kind: 'bast', log_blocks: 3 },
    buffer: { kind, capacity, ...options },
    seed: 5,
    precondition: [{ kind: 'sequential' }],
    workload: { kind: 'hot_cold', r: 0.7, f: 0.2, requests: 400, read_fraction: 0.25 },
  };
  return JSON.stringify(document);
}
