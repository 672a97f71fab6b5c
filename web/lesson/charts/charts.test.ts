/** Charts of lessons read more than whole runs: the requests themselves, and one run request by request. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { evaluatePlain } from '../language/evaluate';
import { parseExpression } from '../language/expression';
import { nodeEngine } from '../play/node-engine';
import { localityOf, tallyOf } from './locality';
import { scopesAlong } from './requests';

let engine: EngineClient;
beforeAll(() => {
  engine = nodeEngine();
});
afterAll(() => engine.close());

const SCENARIO = {
  format: 1,
  name: 'Six log blocks',
  seed: 1,
  device: { blocks: 14, pages_per_block: 4, page_bytes: 2048, timing: 'slides' },
  logical_pages: 16,
  ftl: { kind: 'last', log_blocks: 6, seq_log_blocks: 2, k: 2, seq_threshold: 4096 },
  precondition: [{ kind: 'sequential' }],
};

test('locality: pages written soon before, by the size of the request', () => {
  const tally = tallyOf(4096, 2, 2048);
  // Page 0; 0 again, at once; 4 and 5 in one request; 0, three writes later; a read; 5, two writes later.
  for (const line of [
    'write 0 2048',
    'write 0 2048',
    'write 8192 4096',
    'write 0 2048',
    'read 0 2048',
    'write 10240 2048',
  ])
    tally.take(`12 /dev/ftl-lab ${line}`);
  tally.take('fio version 3 iolog');
  tally.take('12 /dev/ftl-lab close');
  expect(tally.result()).toEqual({ small: { pages: 4, soon: 2 }, large: { pages: 2, soon: 0 } });
  // Two bytes of two pages, which the detector sees as two whole pages.
  tally.take('12 /dev/ftl-lab write 4095 2');
  expect(tally.result()).toEqual({ small: { pages: 4, soon: 2 }, large: { pages: 4, soon: 0 } });
});

test('locality: of a scenario, as the engine makes its requests', async () => {
  const json = { ...SCENARIO, workload: { kind: 'ops', ops: 'w0 w0 w4+2 w0 r0 w5' } };
  await engine.request({ type: 'open', slot: 1, scenario: JSON.stringify(json) });
  expect(await localityOf(engine, 1, { scenario: json, pageBytes: 2048 })).toEqual({
    small: { pages: 4, soon: 2 },
    large: { pages: 2, soon: 0 },
  });
  expect(await localityOf(engine, 1, { scenario: { ftl: { kind: 'page' } }, pageBytes: 2048 })).toBeNull();
});

test('request by request: service and waiting add up to what the report says of the whole run', async () => {
  const ops = Array.from({ length: 24 }, (_, at) => `w${(at * 7) % 16}`).join(' ');
  const json = { ...SCENARIO, workload: { kind: 'ops', ops, interarrival_ms: 0.1 } };
  const values = Array.from({ length: 24 }, (_, at) => at);
  const scopes = await scopesAlong(engine, 1, json, values);
  const read = (text: string) => scopes.map((scope) => Number(evaluatePlain(parseExpression(text), scope)));
  const sum = (list: number[]) => list.reduce((all, each) => all + each, 0);
  const [service, wait] = [read('request.service_us'), read('request.wait_us')];
  const end = scopes.at(-1);
  if (!end) throw new Error('no scopes');
  const mean = (of: string) => Number(evaluatePlain(parseExpression(`report.${of}.mean`), end));
  expect(sum(service) / 24).toBeCloseTo(mean('service_us'), 3);
  expect((sum(service) + sum(wait)) / 24).toBeCloseTo(mean('response_us'), 3);
  expect(Math.max(...service)).toBeCloseTo(
    Number(evaluatePlain(parseExpression('report.service_us.max'), end)),
    3,
  );
  // The first waits for no one; erases are those of the request alone.
  expect(wait[0]).toBe(0);
  expect(Math.max(...wait)).toBeGreaterThan(1000);
  expect(sum(read('delta.flash.programs.host'))).toBe(24);
});
