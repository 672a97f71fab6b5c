/** The check of a design: solutions meet the budget on the hidden workload, wrong settings and those to start from do not. */
import { type EngineClient, EngineFailure } from '../../protocol/engine/engine-client';
import { evaluatePlain, type Scope } from '../language/evaluate';
import { ExpressionError } from '../language/expression';
import type { Fault } from '../language/fault';
import type { Lesson, Step } from '../language/lesson';
import { isFault, type Station, truthOf } from '../play/walk';
import { type Design, ownSettings, type Settings, writeSettings } from './design';
import { gradeDesign, runDesign, scenarioOf } from './judge';

export interface Tried {
  station: Station;
  scope: Scope;
  solves: boolean;
}

/** Every setting that the lesson names, run on both workloads. `scopeOf`: what expressions see at the end of a run. */
export async function checkDesign(
  lesson: Lesson,
  step: Step & { design: Design },
  client: EngineClient,
  scopeOf: (station: Station) => Scope,
  signal?: AbortSignal,
): Promise<{ tried: Tried[]; faults: Fault[] }> {
  const { design } = step;
  const where = `step "${step.id}", design`;
  const faults: Fault[] = [];
  const tried: Tried[] = [];
  const fault = (
    message: string,
    remedy: string,
    { line, column } = design as { line: number; column: number },
  ) => faults.push({ line, column, where, message, remedy });
  const shown = scenarioOf(lesson, design, 'shown');
  if (!shown) {
    fault('it runs on no scenario', 'add "shown: name"');
    return { tried, faults };
  }
  if (design.solutions.length === 0) fault('there is no solution', 'name settings that meet the budget');
  if (design.wrong.length === 0)
    fault('there are no wrong settings', 'name settings that do not meet the budget');
  const own = ownSettings(design, shown);
  if (!own)
    fault(
      'the scenario’s own settings are not within the knobs',
      'let the knobs reach them, or write them in the scenario',
    );
  const start = own ? [{ settings: own, line: design.line, column: design.column }] : [];
  for (const [solves, entries] of [
    [true, design.solutions],
    [false, [...design.wrong, ...start]],
  ] as const) {
    for (const { settings, ...place } of entries) {
      const text = writeSettings(design, settings);
      try {
        await figures(settings);
        const station = await runDesign(lesson, design, 'hidden', settings, client, signal);
        const scope = scopeOf(station);
        for (const { is } of design.meets) {
          const holds = truthOf(is, scope);
          if (isFault(holds)) faults.push(holds);
        }
        if (gradeDesign(design, scope).right !== solves)
          fault(
            solves ? `${text} misses the budget for the engine` : `${text} meets the budget for the engine`,
            'correct it, or the conditions of the design',
            place,
          );
        tried.push({ station, scope, solves });
      } catch (error) {
        if (error instanceof EngineFailure) fault(`${text}: ${error.message}`, error.failure.remedy, place);
        else if (error instanceof ExpressionError) fault(error.message, error.remedy, place);
        else throw error;
      }
    }
  }
  return { tried, faults };

  /** Every figure has a value on the workload that is shown. */
  async function figures(settings: Settings): Promise<void> {
    const scope = scopeOf(await runDesign(lesson, design, 'shown', settings, client, signal));
    for (const { value } of design.figures) evaluatePlain(value.expression, scope);
  }
}
