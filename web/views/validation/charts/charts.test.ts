// @vitest-environment node
import { openAsBlob, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { planOf } from '../../../chart/layout';
import { decodeShare, isFault, SAFE_CHARS } from '../../../model/saved/share';
import { writeDocument } from '../../../model/scenario/document';
import { bundledEngine } from '../../../model/traces/bundled-engine';
import { ask } from '../../../protocol/engine/engine-client';
import { inlineEngine } from '../../../protocol/engine/inline-engine';
import { loadModels, type Models } from '../../../protocol/models';
import { inlineRun } from '../../../protocol/runs/inline-runs';
import { runAll } from '../../../protocol/runs/pool';
import { RECORDED, readingOf, requestsOf } from '../runs/experiment';
import { measure } from '../runs/measure';
import { type Figure, savedAlong } from './figure';
import { claimRows, claimsText } from './hu-claims';
import { allJobs, choicesOf, figuresIn, HU, OTHERS } from './sources';

const JOBS = allJobs();
const WASM = join(import.meta.dirname, '../../../protocol/pkg/models_bg.wasm');
const FOLDER = join(import.meta.dirname, '../../../../public/traces');
let models: Models;

beforeAll(async () => {
  models = await loadModels(readFileSync(WASM));
});

const recorded = (key: string) => RECORDED[key];

/** Those of one workload or trace, as they are on the page. */
const PAGES = [OTHERS, HU].flatMap((part) => choicesOf(part).map((chosen) => ({ part, chosen })));

function figures(): Figure[] {
  const all = PAGES.flatMap(({ part, chosen }) => figuresIn(part, chosen, recorded, models));
  // Those that are of all workloads or traces come with each of them.
  return [...new Map(all.map((figure) => [figure.id, figure])).values()];
}

test('recorded figures belong to these scenarios; otherwise `npm run charts` runs them again', async () => {
  expect(Object.keys(RECORDED).sort()).toEqual(JOBS.map(({ key }) => key).sort());
  const engine = bundledEngine(inlineEngine(), (file) => openAsBlob(join(FOLDER, file)));
  for (const { key, scenario, window } of JOBS) {
    const { summary } = await ask(engine, 'checked', { type: 'check', scenario: writeDocument(scenario) });
    expect(RECORDED[key]?.scenario, key).toBe(summary.hash);
    expect(RECORDED[key]?.requests, key).toBe(summary.requests);
    if (!window) expect(requestsOf(scenario), key).toBe(summary.requests);
  }
  engine.close();
});

test.each([
  ...['financial_full/fast', 'hu/0.5', 'wear/16', 'desnoyers/fifo-64-0.23'],
  ...['hu-course/page-0.9', 'hu-queue/write-64-8', 'hu-ram/tpce/dftl-8', 'hu-real/tpcc/pud_lru-512'],
])('%s comes to what is recorded', async (key) => {
  const job = JOBS.find((each) => each.key === key);
  if (!job) throw new Error('no such run');
  const engine = bundledEngine(inlineEngine(), (file) => openAsBlob(join(FOLDER, file)));
  expect(await measure(engine, job)).toEqual(RECORDED[key]);
  engine.close();
});

test('in the pool of workers a run comes to what is recorded, too', async () => {
  const keys = ['rate/random/dftl-8', 'hu/0.6', 'financial_full/fast-2x', 'hu-scheduler/build-8'];
  const jobs = JOBS.filter(({ key }) => keys.includes(key));
  const texts = jobs.map(({ scenario }) => ({ scenario: writeDocument(scenario) }));
  for await (const { index, outcome } of runAll(inlineRun, texts, { workers: 1 })) {
    const job = jobs[index];
    if (!job || !outcome.report) throw new Error(outcome.text);
    expect(readingOf(outcome.report, requestsOf(job.scenario)), job.key).toEqual(RECORDED[job.key]);
    keys.splice(keys.indexOf(job.key), 1);
  }
  expect(keys).toEqual([]);
});

test('every run of a figure is recorded, and every point of ours leads to one', () => {
  const keys = new Set(JOBS.map(({ key }) => key));
  const all = figures();
  for (const { part, chosen } of PAGES) {
    const places = figuresIn(part, chosen, recorded, models).map(({ place }) => place);
    expect(new Set(places).size, String(chosen.value)).toBe(places.length);
  }
  for (const { id, jobs, charts } of all) {
    expect(
      jobs.filter(({ key }) => !keys.has(key)),
      id,
    ).toEqual([]);
    for (const { name, series } of charts) {
      const ours = series.filter(({ origin }) => origin === 'ours').flatMap(({ points }) => points);
      for (const { link = '' } of ours.slice(0, 3)) {
        const shared = decodeShare(link.replace('#/s/', ''));
        expect(isFault(shared), `${id}, ${name}`).toBe(false);
        expect(link.length).toBeLessThan(SAFE_CHARS);
      }
    }
  }
});

test('every point of every chart is drawn within the axes, or is on none: a time of 0 on a log axis', () => {
  for (const { id, charts } of figures())
    for (const spec of charts) {
      const { spots, left, right, top, bottom } = planOf(spec, { width: 500, height: 200, em: 12 });
      const points = spec.series.flatMap(({ points }) => points);
      const shown = points.filter(({ x }) => spec.x.scale !== 'log' || x > 0);
      expect(spots.length, `${id}, ${spec.name}`).toBe(shown.length);
      const outside = spots.filter(
        ({ x, y }) => !(x >= left - 1e-6 && x <= right + 1e-6 && y >= top - 1e-6 && y <= bottom + 1e-6),
      );
      expect(outside, `${id}, ${spec.name}`).toEqual([]);
    }
});

test('no series of ours or of a source has two points at one value: a table would lose one', () => {
  for (const { id, charts } of figures())
    for (const { name, series } of charts)
      for (const { origin, points } of series.filter(({ origin }) => origin !== 'form')) {
        const xs = points.map(({ x }) => x);
        expect(new Set(xs).size, `${id}, ${name}, ${origin}`).toBe(xs.length);
      }
});

test('a saved chart has the scenario of each of its runs, and the values read off it', () => {
  for (const figure of figures())
    for (const { scenario, reading } of savedAlong(figure, recorded).runs) {
      expect(scenario, figure.id).toBeTypeOf('object');
      expect(reading?.scenario, figure.id).toMatch(/^[0-9a-f]{16}$/);
    }
});

test('the table of claims has a row for each and a run behind each figure; as text it says the same', () => {
  const rows = claimRows(recorded);
  expect(rows.every(({ agrees }) => agrees !== null)).toBe(true);
  for (const { id, cells } of rows)
    for (const cell of cells)
      expect(isFault(decodeShare(cell?.link.replace('#/s/', '') ?? '')), id).toBe(false);
  expect(claimsText(recorded)).toMatchSnapshot();
  const none = claimRows(() => undefined);
  expect(none.map(({ agrees }) => agrees)).toEqual(rows.map(() => null));
});

test('where we agree with the sources', () => {
  const verdicts = figures().map(({ id, claims }) => {
    const said = claims.map(({ agrees }) => (agrees === null ? 'not run' : agrees ? 'agrees' : 'differs'));
    return `${id}: ${said.join(', ')}`;
  });
  expect(verdicts).toMatchSnapshot();
});
