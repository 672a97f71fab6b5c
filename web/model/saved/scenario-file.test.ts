import { expect, test } from 'vitest';
import { scenarioIn } from './scenario-file';

const of = (...parts: BlobPart[]) => scenarioIn(new Blob(parts));

test('a scenario is known by what it has, behind a byte order mark and with a fault in it too', async () => {
  expect(await of('{"format":1,"ftl":{}}')).toBe('{"format":1,"ftl":{}}');
  expect(await of(new Uint8Array([0xef, 0xbb, 0xbf]), '\n{ "workload" : 1,}')).toBe('\n{ "workload" : 1,}');
});

test('a trace, the output of another program and a list are something else', async () => {
  for (const text of ['w1 w2', '{"fio version":"3.36"}', '[{"ftl":1}]', 'a,"ftl":1', ''])
    expect(await of(text)).toBeNull();
});
