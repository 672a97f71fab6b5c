/** The pages that a wrong answer counted and left out, on a stage in the middle of a run. */
import { expect, test } from 'vitest';
import { exampleText } from '../../../model/scenario/examples';
import { VALID } from '../../../protocol/cell';
import { cellOf } from '../../../protocol/frame';
import { layoutOf } from '../layout/layout';
import { placeBlocks } from '../layout/places';
import { shapeOf } from '../layout/shape';
import { runOf } from '../run.fixture';
import { countedOn } from './counted';
import { pageKey } from './keys';
import { scene } from './scene';
import { stageWords } from './words';

test('the valid pages of a block are marked, those that were left out otherwise, each block with its words', async () => {
  const { summary, frames } = await runOf(exampleText('bast'), 'request', 6);
  const shown = frames.at(-1);
  if (!shown) throw new Error('no frame');
  const { frame, cells } = shown;
  const shape = shapeOf(summary, frame);
  const layout = layoutOf(shape, { width: 944, height: 350, font: 13, label: 12 });
  const places = placeBlocks(summary.ftl, frame, shape.rows);
  const words = stageWords();
  const at = scene({ ftl: summary.ftl, frame, cells, places, layout: layout, words });
  const [log, data] = ['log', 'data'].map((role) => frame.blocks.find((each) => each.role === role)?.pbn);
  if (log === undefined || data === undefined) throw new Error('no log block');
  const { outlines, tags } = countedOn({ counted: log, missed: data }, { frame, cells, words }, layout, at);
  const pages = summary.pages_per_block;
  const valid = (pbn: number) =>
    Array.from({ length: pages }, (_, offset) => pbn * pages + offset)
      .filter((ppn) => cellOf({ frame, cells }, ppn, pages)?.state === VALID)
      .map((ppn) => at.get(pageKey(ppn)));
  const of = (kind: string) => outlines.filter((each) => each.kind === kind).map(({ rect }) => rect);
  expect(valid(log).length).toBeGreaterThan(0);
  expect(of('marked')).toEqual(valid(log));
  expect(of('missed')).toEqual(valid(data));
  expect(tags.map(({ look }) => look.kind === 'tag' && look.text)).toEqual([
    `you counted ${valid(log).length}`,
    'and these?',
  ]);
  expect(countedOn({ counted: null, missed: null }, { frame, cells, words }, layout, at)).toEqual({
    outlines: [],
    tags: [],
  });
});
