import { expect, test } from 'vitest';
import { powerExampleText } from '../../../model/scenario/examples';
import type { FrameWithCells } from '../../../protocol/engine/engine-client';
import { ask } from '../../../protocol/engine/engine-client';
import { inlineEngine } from '../../../protocol/engine/inline-engine';
import { layoutOf } from '../layout/layout';
import { placeBlocks } from '../layout/places';
import { shapeOf } from '../layout/shape';
import { scene } from './scene';
import { stageWords } from './words';

test('during recovery, the lost contents of SRAM are greyed in their place until they are found again', async () => {
  const engine = inlineEngine();
  try {
    const scenario = powerExampleText();
    const { summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario });
    const shown = ({ frame, cells }: FrameWithCells) => {
      const shape = shapeOf(summary, frame);
      const layout = layoutOf(shape, { width: 1000, height: 560, font: 13, label: 12 });
      const places = placeBlocks(summary.ftl, frame, shape.rows);
      const sprites = scene({ ftl: summary.ftl, frame, cells, places, layout: layout, words: stageWords() });
      const entries = [...sprites.values()].flatMap(({ look }) => (look.kind === 'entry' ? [look] : []));
      const of = (tone: 'cmt' | 'gtd', lost: boolean) =>
        entries.filter((entry) => entry.tone === tone && entry.lost === lost).length;
      return {
        lost: of('cmt', true),
        kept: of('cmt', false),
        gtdLost: of('gtd', true),
        gtd: of('gtd', false),
      };
    };
    const next = async (until: string, back = false) => {
      await engine.request({ type: 'run', slot: 0, target: { to: 'next', until, back } });
      const { frame, cells, heat } = await engine.frame(0);
      return { frame, cells: cells.slice(), heat };
    };

    const lost = await next('power_lost');
    const entries = lost.frame.recovery?.entries ?? 0;
    expect(entries).toBeGreaterThan(1);
    expect(shown(lost)).toEqual({ lost: entries, kept: 0, gtdLost: 3, gtd: 0 });
    // The blocks of the pages being scanned are still where they were; nothing is free that was not erased.
    const end = await next('recovery_end');
    expect(end.frame.recovery).toBeNull();
    const { lost: left, kept, gtdLost, gtd } = shown(end);
    expect({ left, gtdLost, gtd }).toEqual({ left: 0, gtdLost: 0, gtd: 3 });
    expect(kept).toBe(end.frame.tables.cmt?.length);
    expect(kept).toBeGreaterThan(0);
    // Back over the cut: the same as before.
    const again = await next('power_lost', true);
    expect(shown(again)).toEqual(shown(lost));
    expect(again.frame.state_hash).toBe(lost.frame.state_hash);
  } finally {
    engine.close();
  }
});
