// What the stage looks like in the middle of what each FTL is about, against pictures kept in `pictures/`. Only with the
// browser of the lock file and a font of the lock file: others draw letters in other ways. Elsewhere the layout's own
// tests (web/views/stage/legible.test.ts) see to it that nothing overlaps.
//
// After a change that is meant: npm run e2e -- pictures.spec.ts --update-snapshots

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, type FtlName, type LabPage, test } from './lab-page';

const { LAB_BROWSER_FROM = '' } = process.env;
test.skip(
  !LAB_BROWSER_FROM.includes('@sparticuz/chromium'),
  `the pictures are those of the browser in the lock file, and this is ${LAB_BROWSER_FROM}`,
);
test.use({ viewport: { width: 1280, height: 720 }, colorScheme: 'light', reducedMotion: 'reduce' });

/** Letters, and what Inter has none for: the arrow of a merge is else that of whatever fonts a machine has. */
const FONTS = [
  ...[400, 600, 700].map((weight) => ({
    family: 'Pictures',
    weight: String(weight),
    file: `@fontsource/inter/files/inter-latin-${weight}-normal.woff2`,
  })),
  {
    family: 'Picture symbols',
    weight: '400',
    file: '@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2',
  },
];

/** The page in fonts that are the same everywhere, on the canvas too. */
async function useFont({ page }: LabPage) {
  const files = createRequire(import.meta.url);
  const fonts = await Promise.all(
    FONTS.map(async (font) => ({
      ...font,
      base64: (await readFile(files.resolve(font.file))).toString('base64'),
    })),
  );
  await page.evaluate(async (all) => {
    for (const { family, weight, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const font = new FontFace(family, bytes, { weight });
      document.fonts.add(await font.load());
    }
    document.body.style.fontFamily = '"Pictures", "Picture symbols"';
    // The canvas reads its font with the theme.
    const root = document.documentElement;
    root.setAttribute('data-theme', root.getAttribute('data-theme') ?? 'light');
  }, fonts);
}

/** Where an FTL's example is most itself, and how many flash operations on. */
const MOMENTS: Record<FtlName, [destination: string, steps: number]> = {
  Page: ['Next cleaning', 3],
  BAST: ['Next full merge', 5],
  FAST: ['Next full merge', 5],
  LAST: ['Next full merge', 4],
  Superblock: ['Next full merge', 4],
  DFTL: ['Next cleaning', 4],
  Replacement: ['Next partial merge', 4],
  Block: ['Next full merge', 4],
};

async function taken(lab: LabPage, destination: string, steps: number) {
  await lab.runTo(destination);
  await lab.stepBy('Flash op');
  for (let step = 0; step < steps; step += 1) await lab.move('Step');
  await lab.page.mouse.move(0, 0);
  return lab.region('Flash array');
}

for (const [ftl, [destination, steps]] of Object.entries(MOMENTS) as [FtlName, [string, number]][]) {
  test(ftl, async ({ lab }) => {
    await lab.open();
    // The first example is BAST's.
    if (ftl !== 'BAST') await lab.example(ftl);
    await useFont(lab);
    const stage = await taken(lab, destination, steps);
    await expect(stage).toHaveScreenshot(`${ftl.toLowerCase()}.png`, { maxDiffPixelRatio: 0.002 });
  });
}

test('FAST with 256 blocks', async ({ lab }) => {
  await lab.open();
  await lab.apply(
    JSON.stringify({
      format: 1,
      device: { blocks: 256, pages_per_block: 16 },
      logical_pages: 3792,
      ftl: { kind: 'fast', log_blocks: 16 },
      seed: 3,
      precondition: [{ kind: 'sequential' }],
      workload: { kind: 'uniform', requests: 400, read_fraction: 0 },
    }),
  );
  await lab.standsAt(/^before the first of 400/);
  await useFont(lab);
  const stage = await taken(lab, 'Next full merge', 6);
  await expect(stage).toHaveScreenshot('fast-256.png', { maxDiffPixelRatio: 0.002 });
});
