// @ts-check
// `npm run font`: the letters of Korean that the page uses, out of Noto Sans KR, into web/styles/fonts. The font (50 MB) and what
// cuts it are installed into a temporary folder: nothing else needs them. `web/tools/text/korean-letters.test.ts` names letters that are missing.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, run } from '../step.mjs';
import { koreanLetters } from './korean-letters.mjs';

const FONT = '@fontsource/noto-sans-kr@5.3.0';
const SUBSET = 'subset-font@2.9.0';
const FOLDER = join(ROOT, 'web/styles/fonts');

export async function cutKoreanFont() {
  const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-font-'));
  try {
    await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', FONT, SUBSET], {});
    const modules = join(folder, 'node_modules');
    const { default: subset } = await import(pathToFileURL(join(modules, 'subset-font/index.js')).href);
    const whole = join(modules, '@fontsource/noto-sans-kr');
    const letters = koreanLetters();
    const cut = await subset(
      readFileSync(join(whole, 'files/noto-sans-kr-korean-400-normal.woff2')),
      letters.join(''),
      { targetFormat: 'woff2' },
    );
    writeFileSync(join(FOLDER, 'noto-sans-kr.woff2'), cut);
    writeFileSync(join(FOLDER, 'letters.txt'), `${letters.join('')}\n`);
    writeFileSync(join(FOLDER, 'LICENSE-noto-sans-kr.txt'), readFileSync(join(whole, 'LICENSE')));
    console.log(`${letters.length} letters, ${(cut.length / 1000).toFixed(1)} kB`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
