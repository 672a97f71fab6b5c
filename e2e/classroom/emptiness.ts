// How much of what a hall looks at is empty: the largest rectangle in which nothing is drawn, as a share of the whole screen and of
// the part beside the text.

import type { Page } from '@playwright/test';

/** Cells across the screen: a cell in which anything is drawn is not empty. */
const ACROSS = 96;

/** `meter`: a blank page to count pixels in. The ground is one colour, as in the projector's theme. */
export async function emptiness(projector: Page, meter: Page): Promise<{ screen: number; stage: number }> {
  const stage = await projector.evaluate(() => {
    const edge = (name: string) => document.querySelector(name)?.getBoundingClientRect();
    const [left, top] = [edge('.lesson')?.right ?? 0, edge('.lecture-head')?.bottom ?? 0];
    return { left, top, foot: edge('.lecture-foot')?.top ?? 0 };
  });
  const picture = (await projector.screenshot()).toString('base64');
  return meter.evaluate(
    async ({ picture, stage, ACROSS }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const { width, height } = image;
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.drawImage(image, 0, 0);
      const size = width / ACROSS;
      const down = Math.floor(height / size);
      const { data } = context.getImageData(0, 0, width, height);
      const [red, green, blue] = [Number(data[0]), Number(data[1]), Number(data[2])];
      const off = (at: number) =>
        Math.abs(Number(data[at]) - red) +
        Math.abs(Number(data[at + 1]) - green) +
        Math.abs(Number(data[at + 2]) - blue);
      /** Of every cell, how many pixels differ from the ground. */
      const ink = new Uint32Array(ACROSS * (down + 1));
      for (let y = 0; y < height; y += 1) {
        const line = Math.floor(y / size) * ACROSS;
        for (let x = 0; x < width; x += 1) {
          if (off((y * width + x) * 4) <= 36) continue;
          const cell = line + Math.floor(x / size);
          ink[cell] = Number(ink[cell]) + 1;
        }
      }
      const share = (left: number, top: number, foot: number) => {
        let largest = 0;
        /** Empty cells from this line up. */
        const up = new Uint32Array(ACROSS);
        for (let line = top; line < foot; line += 1) {
          for (let x = left; x < ACROSS; x += 1)
            up[x] = Number(ink[line * ACROSS + x]) > 2 ? 0 : Number(up[x]) + 1;
          for (let from = left; from < ACROSS; from += 1) {
            let high = down;
            for (let to = from; to < ACROSS && high > 0; to += 1) {
              high = Math.min(high, Number(up[to]));
              largest = Math.max(largest, high * (to - from + 1));
            }
          }
        }
        return largest / ((ACROSS - left) * (foot - top));
      };
      const cell = (at: number) => Math.ceil(at / size);
      return {
        screen: share(0, 0, down),
        stage: share(cell(stage.left), cell(stage.top), Math.floor(stage.foot / size)),
      };
    },
    { picture, stage, ACROSS },
  );
}
