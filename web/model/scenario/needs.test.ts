// @vitest-environment node
import { expect, test } from 'vitest';
import '../../protocol/runs/inline-needs';
import { inlineRun } from '../../protocol/runs/inline-runs';
import { runAll } from '../../protocol/runs/pool';
import { numberAt, parseDocument, setAt } from './document';
import { exampleText } from './examples';
import { bufferPages, mappingBytes, minimumBlocks } from './needs';

const dftl = parseDocument(exampleText('dftl')) ?? {};

test('a text that is not a scenario needs nothing: opening it says what is wrong', () => {
  for (const document of [{}, setAt(dftl, 'ftl', { kind: 'dftl' }), setAt(dftl, 'device.blocks', 'many')])
    expect([minimumBlocks(document), mappingBytes(document)]).toEqual([0, 0]);
});

test('a device may have fewer blocks than it needs, fewer even than its logical pages fill', () => {
  expect(minimumBlocks(setAt(dftl, 'device.blocks', 1))).toBe(minimumBlocks(dftl));
});

test('where one figure says all RAM, tables and buffer are what the engine makes of it', async () => {
  const divided = { ...dftl, ram_bytes: 20_000, buffer: { kind: 'lru' } };
  const one = setAt(divided, 'ftl.cmt_entries', undefined);
  for await (const { outcome } of runAll(inlineRun, [{ scenario: JSON.stringify(one) }]))
    expect(outcome.report?.buffer).toMatchObject({
      mapping_bytes: mappingBytes(one),
      buffer_bytes: bufferPages(one) * numberAt(one, 'device.page_bytes', 4096),
    });
  expect(bufferPages(setAt(divided, 'ram_bytes', 1))).toBe(1);
  expect(bufferPages(dftl)).toBe(0);
});
