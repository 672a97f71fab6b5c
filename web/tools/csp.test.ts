import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CSP } from './csp.mjs';

test('the headers of static hosts carry the same policy as the page', () => {
  const headers = readFileSync(join(import.meta.dirname, '..', '..', 'public', '_headers'), 'utf8');
  expect(headers).toContain(`Content-Security-Policy: ${CSP}\n`);
});
