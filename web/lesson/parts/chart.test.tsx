import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { pointsOf, scenarioAt } from '../language/chart';
import { parseLesson } from '../language/parse';
import Chart from './Chart';

const SOUND = readFileSync(join(import.meta.dirname, '../testdata/sound.md'), 'utf8');

function chartOf(text: string) {
  const { lesson, faults } = parseLesson(text);
  expect(faults).toEqual([]);
  const chart = lesson?.steps.at(-1)?.chart;
  if (!lesson || !chart) throw new Error('no chart');
  return { lesson, chart };
}

test('a value goes to its field and leaves the others as they are', () => {
  const base = { ftl: { kind: 'bast', log_blocks: 2 }, seed: 1 };
  expect(scenarioAt(base, ['ftl', 'log_blocks'], 8)).toEqual({
    ftl: { kind: 'bast', log_blocks: 8 },
    seed: 1,
  });
  expect(scenarioAt(base, ['spare_factor'], 0.1)).toEqual({ ...base, spare_factor: 0.1 });
  expect(scenarioAt(base, ['ftl', 'kind', 'x'], 8)).toBeNull();
});

test('a point is what a run of its own comes to', async () => {
  const engine = inlineEngine();
  // The fourth update finds every log block full: only with one log block is anything merged.
  const { lesson, chart } = chartOf(SOUND.replace('"w3 w3"', '"w3 w7 w3 w7"'));
  const points = await pointsOf(lesson, chart, engine);
  engine.close();
  const [one = 0, three = 0] = points.bast?.programs ?? [];
  expect(three).toBe(4);
  expect(one).toBeGreaterThan(three);
});

test('a line with a value of its own shows that, of the same runs', async () => {
  const engine = inlineEngine();
  const asked: string[] = [];
  const counting = new Proxy(engine, {
    get(client, name) {
      if (name !== 'request') return Reflect.get(client, name);
      return (...args: Parameters<typeof client.request>) => {
        asked.push(args[0].type);
        return client.request(...args);
      };
    },
  });
  const own = ', own: { name: Own, on: two, value: scenario.ftl.log_blocks } }';
  const { lesson, chart } = chartOf(SOUND.replace(/(name: BAST, on: two }) }/, `$1${own}`));
  const points = await pointsOf(lesson, chart, counting);
  engine.close();
  expect(points.own?.programs).toEqual(chart.values);
  expect(points.bast?.programs).not.toEqual(chart.values);
  expect(asked.filter((type) => type === 'run')).toHaveLength(chart.values.length);
});

test('the table says what the drawing shows', () => {
  const { chart } = chartOf(SOUND);
  render(<Chart chart={chart} points={{ bast: { programs: [1234, 5] } }} />);
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('BAST 1,234 → 5');
  fireEvent.click(screen.getByRole('button', { name: 'Table' }));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.slice(2).map((row) => row.textContent)).toEqual(['11,234', '35']);
});
