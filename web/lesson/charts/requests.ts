/**
 * A chart `along: request`: one run, read after each of the requests named, so that requests can be seen to wait for one another.
 * Its values are the numbers of the requests, from 0, ascending; the scenario has no warm-up.
 */
import { ask, type EngineClient } from '../../protocol/engine/engine-client';
import type { Report } from '../../protocol/generated/Report';
import { difference, type Scope, type Value } from '../language/evaluate';
import { ExpressionError } from '../language/expression';
import { checkSize, sourceOf } from '../play/walk';

/** The values that a figure sees after each of these requests: `report`, `delta` of this request, and its times as `request`. */
export async function scopesAlong(
  client: EngineClient,
  slot: number,
  json: { readonly [key: string]: Value },
  values: readonly number[],
  signal?: AbortSignal,
): Promise<Scope[]> {
  const source = sourceOf(json);
  const { summary } = await ask(client, 'checked', { type: 'check', scenario: source });
  checkSize(summary);
  signal?.throwIfAborted();
  await client.request({ type: 'open', slot, scenario: source }, { signal });
  const last = values.at(-1) ?? 0;
  if (last >= summary.requests)
    throw new ExpressionError(
      `there is no request ${last}`,
      `name requests from 0 to ${summary.requests - 1}`,
      0,
    );
  const scenario = JSON.parse(summary.canonical) as Value;
  const reportAt = async (request: number): Promise<Report> => {
    signal?.throwIfAborted();
    const target = { to: 'position', position: { request, event: 0 } } as const;
    await client.request({ type: 'run', slot, target }, { signal });
    return (await client.frame(slot)).frame.report;
  };
  const scopes: Scope[] = [];
  let [at, before]: [number, Report | null] = [-1, null];
  for (const value of values) {
    const begun: Report = before && at === value ? before : await reportAt(value);
    const ended = await reportAt(value + 1);
    [at, before] = [value + 1, ended];
    // They came as JSON: they are Values, which TypeScript cannot see of interfaces.
    const [begin, end] = [begun, ended].map((report) => report as unknown as Value) as [Value, Value];
    const roots = {
      report: end,
      delta: difference(begin, end),
      scenario,
      request: timesOf(begun, ended, value),
    };
    scopes.push({ roots, at: () => null, steps: [] });
  }
  return scopes;
}

/** Of the request whose number is `count`, from the means of those before it and of those with it: microseconds. */
function timesOf(begun: Report, ended: Report, count: number): Value {
  const [service, response] = (['service_us', 'response_us'] as const).map((times) => {
    const all = ended[times].mean * (count + 1) - (count === 0 ? 0 : begun[times].mean * count);
    // Means of sums: the digits below a nanosecond are rounding.
    return Math.round(all * 1000) / 1000;
  }) as [number, number];
  return { service_us: service, response_us: response, wait_us: Math.max(0, response - service) };
}
