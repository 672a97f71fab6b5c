/**
 * The fewest blocks, the bytes of the mapping tables, the pages of the write buffer: asked of the engine, so that scenarios can be made
 * of equal size and equal RAM before anything runs. A scenario that the engine cannot read needs nothing: opening it says what is wrong.
 */
import { needs } from '../../protocol/runs/needs';
import { kindOf, type ScenarioDocument } from './document';

/** The fewest blocks with which the scheme of a document never runs out (SPEC 10, law 3). */
export function minimumBlocks(document: ScenarioDocument): number {
  return needs().minimum_blocks(sizes(document)) ?? 0;
}

/** Bytes of the mapping tables (SPEC 6). */
export function mappingBytes(document: ScenarioDocument): number {
  return needs().mapping_bytes(sizes(document)) ?? 0;
}

export function hasBuffer(document: ScenarioDocument): boolean {
  return kindOf(document, 'buffer') !== 'none';
}

/** Pages that a scenario's write buffer holds, however that is said; 0 without one. */
export function bufferPages(document: ScenarioDocument): number {
  // Where the RAM is too small there still has to be a buffer.
  return hasBuffer(document) ? (needs().buffer_pages(sizes(document)) ?? 1) : 0;
}

/** The parts that sizes depend on. The rest may be long: a list of requests, a state. */
function sizes({
  device,
  logical_pages,
  spare_factor,
  ram_bytes,
  ftl,
  buffer,
  host,
}: ScenarioDocument): string {
  const parts = { device, logical_pages, spare_factor, ram_bytes, ftl, buffer, host };
  return JSON.stringify({ format: 1, ...parts, workload: { kind: 'uniform' } });
}
