/**
 * Scenarios from before the mapping `compact`: a trace that goes beyond the device was wrapped unless they said
 * otherwise, however much it aliased. A lab saved or linked then says so now, and has the same results.
 */
import { isObject, type Json } from '../scenario/document';

export function wrapped(scenario: Json | undefined): Json | undefined {
  if (!isObject(scenario) || !isObject(scenario.workload)) return scenario;
  const { workload } = scenario;
  if (workload.kind !== 'trace' || (workload.mapping ?? null) !== null) return scenario;
  return { ...scenario, workload: { ...workload, mapping: 'wrap', aliasing: 'allow' } };
}

/** The same of a view, which may hold the scenario beside it. */
export function wrappedView(view: Json | undefined): Json | undefined {
  if (!isObject(view) || !view.beside) return view;
  return { ...view, beside: wrapped(view.beside) ?? null };
}
