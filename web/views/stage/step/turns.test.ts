import { expect, test } from 'vitest';
import { exampleText } from '../../../model/scenario/examples';
import { letterOf } from '../../../model/why/reason';
import { layoutOf } from '../layout/layout';
import { placeBlocks } from '../layout/places';
import { shapeOf } from '../layout/shape';
import { runOf } from '../run.fixture';
import { letterKey, pageKey } from '../scene/keys';
import { scene } from '../scene/scene';
import { stageWords } from '../scene/words';

test('pages of the victim that later merges take are lettered as these are, until their turn comes', async () => {
  const { summary, frames } = await runOf(exampleText('fast'), 'operation', 160);
  const pages = summary.pages_per_block;
  const words = stageWords();
  let [lettered, without] = [0, 0];
  for (const { frame, cells } of frames) {
    const { reclaim, merge } = frame;
    const shape = shapeOf(summary, frame);
    const layout = layoutOf(shape, { width: 944, height: 350, font: 13, label: 12 });
    const places = placeBlocks('fast', frame, shape.rows);
    const shown = scene({ ftl: 'fast', frame, cells, places, layout: layout, words });
    const letters = [...shown.values()].filter(({ look }) => look.kind === 'turn' && look.is === 'letter');
    if (!reclaim || reclaim.merged.length < 2) {
      expect(letters).toEqual([]);
      without += 1;
      continue;
    }
    for (let offset = 0; offset < pages; offset += 1) {
      const ppn = reclaim.pbn * pages + offset;
      const page = shown.get(pageKey(ppn));
      if (page?.look.kind !== 'cell') continue;
      const { tone, label } = page.look;
      const part = reclaim.merged.findIndex(({ lbn }) => lbn === Math.floor(Number(label) / pages));
      const waits = tone === 'log' && part >= (merge ? reclaim.done + 1 : reclaim.done);
      const mark = shown.get(letterKey(ppn))?.look;
      expect(mark?.kind === 'turn' ? mark.text : null).toBe(waits ? letterOf(part) : null);
      lettered += Number(waits);
    }
  }
  expect(lettered).toBeGreaterThan(3);
  expect(without).toBeGreaterThan(3);
  expect([letterOf(0), letterOf(25), letterOf(26)]).toEqual(['A', 'Z', '27']);
});
