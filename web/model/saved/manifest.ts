/**
 * Results that can be had again: with each run what it was made of. No dates and no times of the machine, so the same runs give the
 * same bytes. `ftl-lab run` takes each `scenario`, with the trace by its name.
 */
import type { Failure } from '../../protocol/generated/Failure';
import type { Report } from '../../protocol/generated/Report';
import type { ScenarioDocument } from '../scenario/document';
import type { TraceNamed } from './share';

export interface Result {
  /** The settings that distinguish it, in the page's language. */
  name: string;
  scenario: ScenarioDocument;
  outcome: Report | Failure;
}

export function manifestOf(engine: string, trace: TraceNamed | null, results: readonly Result[]) {
  const runs = results.map(({ name, scenario, outcome }) => ({
    name,
    scenario_hash: 'scenario_hash' in outcome ? outcome.scenario_hash : null,
    scenario,
    ...('scenario_hash' in outcome ? { report: outcome } : { failure: outcome }),
  }));
  return { format: 1, engine, trace, runs };
}
