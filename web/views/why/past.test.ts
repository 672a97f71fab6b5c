import { expect, test } from 'vitest';
import { exampleText } from '../../model/scenario/examples';
import { FTLS } from '../../model/schemes';
import { pastOf } from '../../model/sentences/past';
import { FREE, VALID } from '../../protocol/cell';
import { ask } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { cellOf } from '../../protocol/frame';
import type { Target } from '../../protocol/generated/Target';
import { say } from '../say';

const end: Target = { to: 'end' };

test('every page of every example has a past that can be said, and its links lead to where it was written', async () => {
  for (const kind of FTLS) {
    const engine = inlineEngine();
    const scenario = exampleText(kind);
    const { summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario });
    await engine.request({ type: 'run', slot: 0, target: end });
    const { frame, cells } = await engine.frame(0);
    const shown = { frame, cells: cells.slice(), heat: null };
    const stands = frame.position;
    let followed = 0;
    for (let ppn = 0; ppn < summary.blocks * summary.pages_per_block; ppn += 1) {
      const cell = cellOf(shown, ppn, summary.pages_per_block);
      const found = await ask(engine, 'provenance', { type: 'provenance', slot: 0, ppn });
      if (!cell || cell.state === FREE || cell.logical === null) {
        expect(found.moves).toEqual([]);
        continue;
      }
      const content = { ppn, logical: cell.logical, translation: cell.translation };
      const { links, before } = pastOf(found, content, summary);
      for (const { text, because } of links) {
        expect(say(text)).not.toMatch(/undefined|NaN|\{/);
        if (because) expect(say(because)).not.toMatch(/undefined|NaN|\{/);
      }
      // The page is valid, or something made it invalid.
      const [first, second] = found.moves;
      const left = first?.from === ppn && first.to !== ppn;
      expect(left).toBe(cell.state !== VALID);
      const last = left ? second : first;
      if (!last) expect(before).toBe(true);
      else if (followed < 3) {
        followed += 1;
        await engine.request({ type: 'run', slot: 0, target: { to: 'position', position: last.position } });
        const there = await engine.frame(0);
        expect(there.frame.event).toMatchObject({ t: 'program', ppn });
        await engine.request({ type: 'run', slot: 0, target: { to: 'position', position: stands } });
      }
    }
    expect(followed).toBeGreaterThan(0);
    engine.close();
  }
});
