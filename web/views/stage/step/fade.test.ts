import { beforeAll, describe, expect, test } from 'vitest';
import { exampleText } from '../../../model/scenario/examples';
import { FTLS } from '../../../model/schemes';
import { copyOrder } from '../../../model/why/cost';
import type { Event } from '../../../protocol/generated/Event';
import { layoutOf } from '../layout/layout';
import { placeBlocks } from '../layout/places';
import { shapeOf } from '../layout/shape';
import { type Run, runOf } from '../run.fixture';
import { blockKey, orderKey, pageKey, veilKey } from '../scene/keys';
import { scene } from '../scene/scene';
import { stageWords } from '../scene/words';
import { takingPart } from './fade';
import { momentEvents } from './frame-events';

/** The blocks that a flash operation reads, fills or erases. */
function blocksOf(event: Event | undefined, pages: number): number[] {
  switch (event?.t) {
    case 'read':
      return [Math.floor(event.ppn / pages)];
    case 'program':
      return [event.ppn, ...(event.from === null ? [] : [event.from])].map((ppn) => Math.floor(ppn / pages));
    case 'erase':
      return [event.pbn];
    default:
      return [];
  }
}

describe.each(FTLS)('%s', (ftl) => {
  let run: Run;
  beforeAll(async () => {
    run = await runOf(exampleText(ftl), 'operation', 200);
  });

  test('the blocks that the current work reads, fills or erases take part; without work nothing fades', () => {
    let [working, without] = [0, 0];
    const pages = run.summary.pages_per_block;
    for (const { frame } of run.frames) {
      const part = takingPart(frame, pages);
      if (!part) {
        without += 1;
        continue;
      }
      working += 1;
      const moment = momentEvents(frame)[0];
      const missing = blocksOf(moment, pages).filter((pbn) => !part.has(pbn));
      expect(missing, `event ${frame.position.request}.${frame.position.event}`).toEqual([]);
    }
    expect(working).toBeGreaterThan(5);
    expect(without).toBeGreaterThan(5);
  });

  test('copies are numbered in the order in which they are made', () => {
    let met = 0;
    for (const { frame } of run.frames) {
      const { merge, gc, inner } = frame;
      const work = merge ?? gc ?? (inner?.pbn == null ? null : inner);
      if (!work) continue;
      const order = copyOrder(frame);
      expect(order.length).toBe(work.copies);
      const [event] = momentEvents(frame);
      const place = order.findIndex(({ is }) => is === 'now');
      if (event?.t !== 'program' || event.from === null) continue;
      expect([order[place]?.from, order[place]?.to]).toEqual([event.from, event.ppn]);
      expect(place + 1).toBe(work.copied);
      expect(order.slice(0, place).every(({ is }) => is === 'done')).toBe(true);
      expect(order.slice(place + 1).every(({ is }) => is === 'next')).toBe(true);
      met += 1;
    }
    expect(met).toBeGreaterThan(2);
  });

  test('on the stage blocks without a part are under a veil, and the numbers are on their pages', () => {
    const viewport = { width: 944, height: 350, font: 13, label: 12 };
    const words = stageWords();
    let [veils, numbers] = [0, 0];
    for (const { frame, cells } of run.frames) {
      const shape = shapeOf(run.summary, frame);
      const places = placeBlocks(ftl, frame, shape.rows);
      const input = { ftl, frame, cells, places, layout: layoutOf(shape, viewport), words };
      const shown = scene(input);
      const part = takingPart(frame, run.summary.pages_per_block);
      for (const { pbn, role } of frame.blocks) {
        const veil = shown.has(veilKey(pbn));
        expect(veil).toBe(part !== null && !part.has(pbn) && role !== 'free' && shown.has(blockKey(pbn)));
        veils += Number(veil);
      }
      const order = copyOrder(frame);
      const untold = scene({ ...input, untold: true });
      order.forEach(({ from, is }, index) => {
        const turn = shown.get(orderKey(from));
        if (!turn) return;
        numbers += 1;
        expect(turn.look).toMatchObject({ text: String(index + 1), is });
        expect(shown.has(pageKey(from))).toBe(true);
        expect(untold.has(orderKey(from))).toBe(is !== 'next');
      });
    }
    expect(veils).toBeGreaterThan(0);
    expect(numbers).toBeGreaterThan(2);
  });
});
