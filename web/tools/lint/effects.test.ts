import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const RULE = 'web/tools/lint/effects.grit';

const REFUSED = [
  'useEffect(() => at.current?.scrollIntoView(), []);',
  'useEffect(() => { return load(); }, []);',
  'useEffect(() => { if (on) return load(); return undefined; });',
  'useLayoutEffect(() => on && load(), [on]);',
  'useLayoutEffect(() => (on ? load() : undefined));',
  'const box = <p ref={(element) => element?.focus()} />;',
  'const box = <p ref={(element) => { return element?.focus(); }}>text</p>;',
];
const TAKEN = [
  'useEffect(() => { load(); }, []);',
  'useEffect(() => () => stop(), []);',
  'useEffect(() => { const stop = load(); return stop; }, []);',
  'useEffect(() => { load(); return () => stop(); }, []);',
  'useEffect(() => { list.map((one) => { return load(one); }); }, []);',
  'const box = <p ref={(element) => { element?.focus(); }} />;',
  'const box = <p ref={box} />;',
];

test('an effect or a ref callback that returns the value of a call is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'effects-'));
  try {
    const linter = { rules: { preset: 'none' } };
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [at(RULE)], linter }));
    [...REFUSED, ...TAKEN].forEach((code, index) => {
      writeFileSync(join(folder, `case-${index}.tsx`), code);
    });
    const biome = [at('node_modules/@biomejs/biome/bin/biome'), 'lint', '--reporter=github', '.'];
    const { stdout } = spawnSync(process.execPath, biome, { cwd: folder, encoding: 'utf8' });
    const found = new Set([...stdout.matchAll(/case-(\d+)\.tsx/g)].map(([, index]) => Number(index)));
    expect([...found].sort((a, b) => a - b)).toEqual(REFUSED.map((_, index) => index));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the check of the project has the rule', () => {
  expect(JSON.parse(readFileSync(at('biome.json'), 'utf8')).plugins).toContain(`./${RULE}`);
});
