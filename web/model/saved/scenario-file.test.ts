import { expect, test } from 'vitest';
import { documentIn } from './scenario-file';

const of = (...parts: BlobPart[]) => documentIn(new Blob(parts));

test('a scenario is known by what it has, behind a byte order mark and with a fault in it too', async () => {
  expect(await of('{"format":1,"ftl":{}}')).toEqual({ is: 'scenario', text: '{"format":1,"ftl":{}}' });
  expect(await of(new Uint8Array([0xef, 0xbb, 0xbf]), '\n{ "workload" : 1,}')).toEqual({
    is: 'scenario',
    text: '\n{ "workload" : 1,}',
  });
});

test('a plan has a scenario, and what varies in it', async () => {
  for (const varied of ['"over":{}', '"list":[{}]', '"seeds":3', '"illegal":"skip"'])
    expect(await of(`{"format":1,"scenario":{"ftl":{}},${varied}}`)).toMatchObject({ is: 'plan' });
  // A round to be played has a scenario, too.
  expect(await of('{"goal":"erases","scenario":{"ftl":{}}}')).toMatchObject({ is: 'scenario' });
});

test('a trace, the output of another program and a list are something else', async () => {
  for (const text of ['w1 w2', '{"fio version":"3.36"}', '[{"ftl":1}]', 'a,"ftl":1', ''])
    expect(await of(text)).toBeNull();
});
