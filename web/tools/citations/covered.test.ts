// @vitest-environment node
/** `lessons/sources.json`: where the course shows each slide, figure and table of the five sources, or why it does not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import covered from '../../../lessons/sources.json';
import desnoyersCharts from '../../views/validation/figures/desnoyers.json';
import tables from '../../views/validation/figures/desnoyers-tables.json';
import dftlCharts from '../../views/validation/figures/dftl.json';
import buffers from '../../views/validation/figures/hu-buffers.json';
import drive from '../../views/validation/figures/hu-drive.json';
import queue from '../../views/validation/figures/hu-queue.json';
import { PAPERS, SLIDES } from './citations';

const LESSONS = join(import.meta.dirname, '../../../lessons');
/** Read in the sources: the count must not shrink with the lists. */
const COUNTS = { dftl: 14, dftlj: 22, hu: 52, desnoyers: 23, slides: 76 };

type Rows = Record<string, readonly string[]>;
const { reasons, sources } = covered;
const rowsOf = ({ figures, tables }: { figures: Rows; tables: Rows }) => [
  ...Object.entries(figures),
  ...Object.entries(tables),
];
const ALL: [string, readonly string[]][] = [
  ...Object.entries<readonly string[]>(sources.slides.slides),
  ...Object.values(sources).flatMap(rowsOf),
];

const CHARTS = new Set([dftlCharts, desnoyersCharts, buffers, drive, queue].flatMap(idsOf));
function idsOf({ figures }: { figures: readonly { id: string }[] }): string[] {
  return figures.map(({ id }) => id);
}
const TABLES = new Set(tables.tables.map(({ id }) => id));

/** Whether a place is there: `lesson 04-bast full_merge`, `chart dftl-6`, `table 2` of Desnoyers, or `reason setting`. */
function isThere(place: string): boolean {
  const [kind, name = '', step = '', ...more] = place.split(' ');
  if (more.length > 0) return false;
  if (kind === 'chart') return CHARTS.has(name) && step === '';
  if (kind === 'table') return TABLES.has(name) && step === '';
  if (kind === 'reason') return name in reasons && step === '';
  const file = join(LESSONS, name, 'lesson.md');
  return kind === 'lesson' && existsSync(file) && /^\w+$/.test(step) && hasStep(file, step);
}

function hasStep(file: string, step: string): boolean {
  return new RegExp(`^id: ${step}$`, 'm').test(readFileSync(file, 'utf8'));
}

test('every figure, every table and every title of a slide has a row, and no row is of anything else', () => {
  for (const [id, { figures, tables }] of Object.entries(PAPERS)) {
    const rows = sources[id as keyof typeof PAPERS];
    expect([Object.keys(rows.figures).sort(), Object.keys(rows.tables).sort()], id).toEqual([
      Object.keys(figures).sort(),
      Object.keys(tables).sort(),
    ]);
  }
  const { slides, figures, tables } = sources.slides;
  expect([slides, figures, tables].map((rows) => Object.keys(rows))).toEqual([
    SLIDES.slides,
    SLIDES.figures,
    SLIDES.tables,
  ]);
});

test('the rows of a source are as many as it says', () => {
  const counts = Object.entries(sources).map(([id, rows]) => [
    id,
    rowsOf(rows).length + ('slides' in rows ? Object.keys(rows.slides).length : 0),
  ]);
  expect(Object.fromEntries(counts)).toEqual(COUNTS);
  expect(Object.fromEntries(Object.entries(sources).map(([id, { count }]) => [id, count]))).toEqual(COUNTS);
});

test('each row leads to steps, charts or tables that exist, or to one reason; there are at most three reasons', () => {
  expect(ALL.filter(([, places]) => places.length === 0)).toEqual([]);
  expect(
    ALL.flatMap(([row, places]) => places.filter((place) => !isThere(place)).map((at) => [row, at])),
  ).toEqual([]);
  const excused = ALL.filter(([, places]) => places.some((place) => place.startsWith('reason ')));
  expect(excused.filter(([, places]) => places.length > 1)).toEqual([]);
  expect(Object.keys(reasons).length).toBeLessThanOrEqual(3);
  const used = new Set(excused.flatMap(([, [place = '']]) => place.replace('reason ', '')));
  expect([...used].sort()).toEqual(Object.keys(reasons).sort());
});

test('a place that does not exist is found', () => {
  expect(['lesson 04-bast full_merge', 'chart dftl-6', 'table 2', 'reason traces'].map(isThere)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const wrong = [
    'lesson 04-bast no_step',
    'lesson 99-none one',
    'lesson 04-bast',
    'chart dftl-12',
    'table 4',
    'reason no',
    '',
  ];
  expect(wrong.filter(isThere)).toEqual([]);
});
