/** The result file (SPEC 11.13) of a sweep: its runs that have an outcome, each with its canonical scenario. */
import type { PlanShown } from '../generated/PlanShown';
import type { PlansModule } from './sweep-server';

export function resultOf(plan: PlanShown | null, module: PlansModule): Blob {
  const traces: object[] = [];
  const places = new Map<string, number>();
  const parts: string[] = [];
  for (let run = 0; run < (plan?.runs ?? 0); run += 1) {
    const [line, canonical] = [module.line(run), module.canonical(run)];
    // A combination that is no scenario is no result.
    if (line === undefined || canonical === undefined) continue;
    const { set, seed, scenario_hash, trace_hash, report, failure } = JSON.parse(line);
    const named = plan?.traces[module.trace(run) ?? -1];
    const key = JSON.stringify([named, trace_hash]);
    if (named && !places.has(key)) {
      places.set(key, traces.length);
      const { name, format, reading } = named;
      traces.push({ name, hash: trace_hash, options: { ...reading, format } });
    }
    const settings = Object.entries(set).map(([path, value]) => `${path} = ${JSON.stringify(value)}`);
    const name = [...settings, `seed ${seed}`].join(', ');
    const head = JSON.stringify({ name, scenario_hash, trace: places.get(key) ?? null, at: null });
    const outcome = JSON.stringify(report ? { report } : { failure });
    parts.push(`${head.slice(0, -1)},"scenario":${canonical},${outcome.slice(1)}`);
  }
  const engine = __ENGINE_VERSION__;
  const head = JSON.stringify({ kind: 'ftl-lab result', format: 1, lab: `page ${engine}`, engine, traces });
  return new Blob([`${head.slice(0, -1)},"runs":[\n`, parts.join(',\n'), ']}\n']);
}
