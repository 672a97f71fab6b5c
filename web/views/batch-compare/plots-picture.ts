/** The dot plots as a picture for print: black on white, names beside each row, two plots next to each other. */
import type { By } from './about';
import { axisOf, type Measure, measuresOf, type Row, roomFor, scaleText, short } from './plots';

/** 180 mm at 96 dots an inch: the text of a page of A4. */
const WIDTH = 680;
const ACROSS = 2;
const GAP = 14;
const [HEAD, LINE, FOOT] = [40, 18, 16];
/** From the middle of a dot to its figure, and the width of a letter. */
const [BEHIND, LETTER, MOST_NAME] = [9, 6.3, 190];
const FONT = 'Helvetica, Arial, sans-serif';
const [INK, PALE, LINES] = ['#111', '#666', '#ccc'];

/** An SVG that is alone; `along`: the data from which the runs can be made again, in its metadata. */
export function plotsPicture(
  title: string,
  rows: readonly Row[],
  baseline: number,
  by: By,
  along: unknown,
): string {
  const names = Math.min(MOST_NAME, 10 + LETTER * Math.max(...rows.map(({ name }) => name.length)));
  const measures = measuresOf(rows, by);
  const each = (WIDTH - names - ACROSS * GAP) / ACROSS;
  const tall = HEAD + LINE * rows.length + FOOT;
  const height = tall * Math.ceil(measures.length / ACROSS);
  const plots = measures.map((measure, i) => {
    const [x, y] = [names + (i % ACROSS) * (each + GAP), tall * Math.floor(i / ACROSS)];
    const beside = i % ACROSS === 0 ? namesOf(rows, baseline, names) : '';
    return `<g transform="translate(0,${y})">${beside}<g transform="translate(${x},0)">${plot(measure, rows, baseline, each)}</g></g>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${FONT}" font-size="11">`,
    `<title>${escaped(title)}</title>`,
    `<metadata>${escaped(JSON.stringify(along))}</metadata>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    ...plots,
    '</svg>\n',
  ].join('\n');
}

function namesOf(rows: readonly Row[], baseline: number, width: number): string {
  return rows
    .map(({ name }, i) => text(name, width - 8, middleOf(i) + 4, { anchor: 'end', bold: i === baseline }))
    .join('');
}

function plot({ title, unit, of, show }: Measure, rows: readonly Row[], baseline: number, width: number) {
  const values = rows.map(({ report }) => of(report));
  const { place, ticks, log } = axisOf(values, [6, width - roomFor(values.map(show), LETTER, BEHIND + 3)]);
  const bottom = HEAD + LINE * rows.length;
  const from = place(values[baseline] ?? 0);
  const scale = scaleText(unit, log);
  return [
    text(scale ? `${title} (${scale})` : title, 0, 13, { bold: true }),
    ...ticks.map(
      (tick) =>
        line(place(tick), HEAD, place(tick), bottom, LINES) +
        text(short(tick), place(tick), HEAD - 5, { anchor: 'middle', fill: PALE, size: 10 }),
    ),
    line(from, HEAD, from, bottom, PALE, '2 3'),
    ...values.map((value, i) => {
      const [x, y] = [place(value), middleOf(i)];
      const fill = i === baseline ? INK : '#fff';
      return `${line(from, y, x, y, PALE)}<circle cx="${round(x)}" cy="${y}" r="4" fill="${fill}" stroke="${INK}" stroke-width="1.4"/>${text(show(value), x + BEHIND, y + 4, { bold: i === baseline, halo: true })}`;
    }),
  ].join('');
}

const middleOf = (i: number) => HEAD + LINE * (i + 0.5);
const round = (value: number) => Math.round(value * 100) / 100;

function line(x1: number, y1: number, x2: number, y2: number, stroke: string, dashes = ''): string {
  const dashed = dashes && ` stroke-dasharray="${dashes}"`;
  return `<path d="M${round(x1)},${y1}L${round(x2)},${y2}" stroke="${stroke}"${dashed}/>`;
}

interface Style {
  anchor?: 'middle' | 'end';
  bold?: boolean;
  fill?: string;
  size?: number;
  /** A line may be behind it. */
  halo?: boolean;
}

function text(
  content: string,
  x: number,
  y: number,
  { anchor, bold, fill = INK, size, halo }: Style,
): string {
  const style = [
    anchor ? ` text-anchor="${anchor}"` : '',
    bold ? ' font-weight="bold"' : '',
    size ? ` font-size="${size}"` : '',
    halo ? ' paint-order="stroke" stroke="#fff" stroke-width="3"' : '',
  ].join('');
  return `<text x="${round(x)}" y="${y}" fill="${fill}"${style}>${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
