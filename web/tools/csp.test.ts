import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CSP, SANDBOX_CSP } from './csp.mjs';

test('the headers of static hosts carry the same policy as the page', () => {
  const headers = readFileSync(join(import.meta.dirname, '..', '..', 'public', '_headers'), 'utf8');
  expect(headers).toContain(`Content-Security-Policy: ${CSP}\n`);
  expect(headers).toContain(`Content-Security-Policy: ${SANDBOX_CSP}\n`);
  const frame = readFileSync(join(import.meta.dirname, '..', '..', 'public', 'policy.html'), 'utf8');
  expect(frame).toContain(`content="${SANDBOX_CSP}"`);
});
