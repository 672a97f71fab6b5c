/** Plain facts of a spot of the heat map, for the tooltip and for screen readers. */
import { integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import type { FrameWithCells } from '../../../protocol/engine/engine-client';
import { cellOf } from '../../../protocol/frame';
import type { Heat } from '../../../protocol/heat';
import type { Selection } from '../../../state/lab/lab';
import { blockFact, countsFact, pageFacts } from '../scene/facts';
import type { Spot } from './geometry';

export function spotFacts({ pbn, page }: Spot, shown: FrameWithCells, heat: Heat): string[] {
  const block = heat.block(pbn);
  const facts = [blockFact(block), countsFact(block, heat.pagesPerBlock)];
  const age = heat.age(pbn);
  if (age !== null) facts.push(m.stage_heat_fact_age({ age: integer(age) }));
  if (page < 0) return facts;
  const ppn = pbn * heat.pagesPerBlock + page;
  // From afar only the state of a page is known.
  const cell = cellOf(shown, ppn, heat.pagesPerBlock) ?? {
    state: heat.state(ppn),
    translation: block.role === 'translation',
    logical: null,
    version: 0,
  };
  return [...pageFacts(ppn, cell, heat.pagesPerBlock), ...facts];
}

/** The selection at a spot. */
export function selectionOf({ pbn, page }: Spot, pagesPerBlock: number): Selection {
  return page < 0 ? { kind: 'block', pbn } : { kind: 'page', ppn: pbn * pagesPerBlock + page };
}
