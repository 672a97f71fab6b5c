// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { initSync, optimal_split, write_amplification } from './pkg/models.js';

test('the module has the figures of the paper', () => {
  initSync({ module: readFileSync(join(import.meta.dirname, 'pkg', 'models_bg.wasm')) });
  const alpha = 1 / (1 - 0.07);
  expect(write_amplification(alpha, 0, 1, 1)).toBeCloseTo(7.318, 3);
  expect(write_amplification(alpha, 64, 1, 1)).toBeCloseTo(6.6, 3);
  expect(write_amplification(alpha, 0, 0.9, 0.05)).toBeCloseTo(9.24, 3);
  expect(write_amplification(alpha, 64, 0.9, 0.05)).toBeCloseTo(8.461, 3);
  expect(write_amplification(1, 64, 1, 1)).toBeNaN();
  expect(optimal_split(alpha, 64, 0.9, 0.05)[1]).toBeCloseTo(2.325, 3);
  expect(optimal_split(1, 64, 0.9, 0.05)).toHaveLength(0);
});
