// @vitest-environment node
import { expect, test } from 'vitest';
import { type Json, parseDocument, type ScenarioDocument, setAt } from '../../model/scenario/document';
import { exampleText } from '../../model/scenario/examples';
import { ftlAt } from '../../model/scenario/mid-run';
import { FTLS } from '../../model/schemes';
import { ask, EngineFailure } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { optionsOf } from './options';

const apart = {
  kind: 'page',
  hot_cold: { classifier: 'recency', pool_choice: { kind: 'cat_hc', age: 'log2' } },
};
const example = (kind: (typeof FTLS)[number]) => parseDocument(exampleText(kind)) ?? {};
/** With what the engine refuses because of other parts of the scenario, which a declaration knows nothing of. */
const SCENARIOS: [string, ScenarioDocument, string[]][] = [
  ...FTLS.map((kind): [string, ScenarioDocument, string[]] => [
    kind,
    example(kind),
    kind === 'dftl' ? ['gc_policy "fifo_full"'] : [],
  ]),
  [
    'page, hot and cold',
    setAt(setAt(example('page'), 'ftl', apart), 'device.blocks', 20),
    [
      'gc_policy "fifo_full"',
      'hot_cold {"classifier":"oracle","pool_choice":{"age":"log2","kind":"cat_hc"}}',
    ],
  ],
];

test.each(SCENARIOS)(
  '%s: what is offered from a request on is taken by the engine',
  async (_, document, but) => {
    const engine = inlineEngine();
    const open = (scenario: ScenarioDocument) =>
      ask(engine, 'checked', { type: 'check', scenario: JSON.stringify(scenario) });
    const { summary } = await open(document);
    const ftl = ftlAt(summary.canonical, 0);
    const refused: string[] = [];
    for (const option of optionsOf(ftl)) {
      const now = JSON.stringify(ftl[option.name]);
      const values =
        'least' in option.values
          ? [JSON.stringify(option.values.least)]
          : option.values.map(([json]) => json);
      expect(new Set(values).size, option.name).toBe(values.length);
      if (!('least' in option.values)) expect(values).toContain(now);
      for (const json of values.filter((each) => each !== now)) {
        const set = { [option.name]: JSON.parse(json) as Json };
        await open({ ...document, interventions: [{ request: 1, set }] }).catch((error: unknown) => {
          if (!(error instanceof EngineFailure)) throw error;
          refused.push(`${option.name} ${json}`);
        });
      }
    }
    engine.close();
    expect(refused).toEqual(but);
  },
);
