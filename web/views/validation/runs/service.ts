/** How long requests are served: from the flash operations that each took. */
import { numberAt, type ScenarioDocument } from '../../../model/scenario/document';
import { ask, type EngineClient } from '../../../protocol/engine/engine-client';

/** Each run has an engine of its own. */
export const SLOT = 0;
/** Flash operations between two looks at whether it was cancelled: some hundredths of a second. */
const OPERATIONS = 200_000;
/** Numbers in a cost: reads, programs, erases. */
const WORDS = 3;

/** Microseconds of a page read, a page program, a block erase. */
type Cost = readonly [read: number, program: number, erase: number];

/** As the scenario says them, in figures. */
export function costOf(scenario: ScenarioDocument): Cost {
  const us = (field: string) => numberAt(scenario, `device.timing.${field}`, 0);
  return [us('read_us'), us('program_us'), us('erase_us')];
}

/**
 * Some of the requests from `from` on, in microseconds. None: there are no others. From 0 on, and then one
 * after another.
 */
export async function servicesFrom(
  client: EngineClient,
  from: number,
  [read, program, erase]: Cost,
): Promise<number[]> {
  const { costs } = await ask(client, 'costs', { type: 'costs', slot: SLOT, from, operations: OPERATIONS });
  return Array.from({ length: costs.length / WORDS }, (_, request) => {
    const at = request * WORDS;
    return (costs[at] ?? 0) * read + (costs[at + 1] ?? 0) * program + (costs[at + 2] ?? 0) * erase;
  });
}
