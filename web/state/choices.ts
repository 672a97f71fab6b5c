/** The options of a decision as things on the stage: a person who chooses points at them there. */
import { blockOf, chainOf } from '../protocol/frame';
import type { Decision } from '../protocol/generated/Decision';
import type { Frame } from '../protocol/generated/Frame';
import type { LabState, Selection } from './lab/lab';

/** The options of the next decision that a person makes, by their numbers. */
export interface Choices {
  kind: Decision;
  ids: readonly number[];
}

/** The choices to make where slot 0 is; `null`: it is not where it asks. */
export function asked({ slots: [slot], limit, choices }: LabState): Choices | null {
  const position = slot?.current.frame.position;
  const there = limit !== null && position?.request === limit.request && position.event === limit.event;
  return there ? choices : null;
}

/** An option on the stage: nothing, one thing, or the blocks that belong together. */
export function thingsOf(kind: Decision, id: number, frame: Frame): Selection[] {
  const { superblocks } = frame.tables;
  const blocks = (all: readonly number[]): Selection[] => all.map((pbn) => ({ kind: 'block', pbn }));
  switch (kind) {
    case 'victim':
    case 'log_block':
      return blocks([id]);
    case 'chain':
      return blocks(chainOf(frame, id));
    case 'superblock':
      return blocks(superblocks?.groups[id - superblocks.from]?.blocks ?? []);
    case 'eviction':
      return [{ kind: 'lpn', lpn: id }];
    case 'merge':
    case 'placement':
      return [];
  }
}

/** The place among the options of what a person points at; -1: it is none of them. */
export function optionAt(
  { kind, ids }: Choices,
  pointed: Selection,
  frame: Frame,
  pagesPerBlock: number,
): number {
  const pbn =
    pointed.kind === 'block'
      ? pointed.pbn
      : pointed.kind === 'page'
        ? Math.floor(pointed.ppn / pagesPerBlock)
        : null;
  if (pbn !== null && !blockOf(frame, pbn)) return -1;
  return ids.findIndex((id) =>
    thingsOf(kind, id, frame).some((thing) =>
      thing.kind === 'block'
        ? thing.pbn === pbn
        : thing.kind === 'lpn' && pointed.kind === 'lpn' && thing.lpn === pointed.lpn,
    ),
  );
}
