import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { outcomesAsConditions } from './outcomes';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const LIKE = `
type Unfinished = { is: 'cancelled' } | { is: 'refused' };
type Outcome<T> = { is: 'done'; value: T } | Unfinished;
declare const open: () => Promise<Outcome<void>>;
declare const read: () => Promise<Outcome<string | null>>;
declare const opened: Outcome<boolean>;
declare const refused: Unfinished;
declare const sure: () => Promise<boolean>;
declare const known: Outcome<void> | null;
`;
const REFUSED = [
  'if (await open()) sure();',
  'if (!(await read())) sure();',
  'const made = await open(); if (!made) sure();',
  'while (await open()) sure();',
  'const text = (await read()) ? 1 : 2;',
  'const text = opened || null;',
  'const text = (await sure()) && refused && 1;',
];
const TAKEN = [
  "if ((await open()).is === 'done') sure();",
  'if (await sure()) open();',
  "const made = await read(); if (made.is === 'done' && made.value) sure();",
  "if (known && known.is === 'done') sure();",
];

test('a condition on an outcome is found, also by its name', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'outcomes-')));
  try {
    const compilerOptions = { strict: true, target: 'ES2022', module: 'ESNext', types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    [...REFUSED, ...TAKEN].forEach((code, index) => {
      writeFileSync(join(folder, `case-${index}.ts`), `${LIKE}${code}\nexport {};\n`);
    });
    const found = outcomesAsConditions(join(folder, 'tsconfig.json'), folder);
    const cases = found.map((each) => Number(/case-(\d+)/.exec(each)?.[1]));
    expect(cases.sort((a, b) => a - b)).toEqual(REFUSED.map((_, index) => index));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the page takes no outcome for true', () => {
  expect(outcomesAsConditions(join(ROOT, 'tsconfig.json'), join(ROOT, 'web/'))).toEqual([]);
});
