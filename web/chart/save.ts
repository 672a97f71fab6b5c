/** Saves a chart: as a picture, or as its figures. */
import { noFormula, saveAs } from '../base/save';
import { readColors } from '../base/tokens';
import { pngOf } from './draw';
import { type ChartSpec, figureOf, inUnit, listedOf, nameOf, pointAt } from './spec';
import { vegaLiteOf } from './vega-lite';

export const FORMATS = ['PNG', 'SVG', 'CSV', 'JSON', 'Vega-Lite'] as const;
export type Format = (typeof FORMATS)[number];

export interface Saved {
  spec: ChartSpec;
  file: string;
  along: unknown;
  /** Where the chart is drawn. */
  box: HTMLElement | null;
}

export async function saveChart(format: Format, { spec, file, along, box }: Saved): Promise<void> {
  const drawing = box?.querySelector<SVGSVGElement>('.chart-drawing');
  const picture = () =>
    drawing ? svgOf(spec, along, drawing, box?.querySelector('.chart-legend') ?? null) : '';
  const name = `${file}.${format === 'Vega-Lite' ? 'vl.json' : format.toLowerCase()}`;
  switch (format) {
    case 'CSV':
      return saveAs(name, csvOf(spec), 'text/csv');
    case 'JSON':
      return saveAs(name, jsonOf(spec, along), 'application/json');
    case 'Vega-Lite':
      return saveAs(name, vegaLiteOf(spec, along, coloursOf(box)), 'application/json');
    case 'SVG':
      return saveAs(name, picture(), 'image/svg+xml');
    case 'PNG':
      return saveAs(name, await pngOf(picture()), 'image/png');
  }
}

/** In the order of `chart.css`. */
const COLOURS = ['full', 'valid', 'log', 'copy', 'trans', 'partial'] as const;

function coloursOf(box: HTMLElement | null): string[] {
  const all = readColors(box ?? undefined);
  return COLOURS.map((name) => all[name]);
}

/** A line a value of x, a column a series; figures as they are, not as they are shown. */
export function csvOf(spec: ChartSpec): string {
  const quoted = (text: string) => {
    const cell = Number.isNaN(Number(text)) ? noFormula(text) : text;
    return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  };
  const head = [
    inUnit(spec.x.name || spec.name, spec.x),
    ...spec.series.map((series) => inUnit(nameOf(series), spec.y)),
  ];
  const rows = listedOf(spec).map((x) => [
    `${figureOf(spec.x, x)}`,
    ...spec.series.map((series) => `${pointAt(series, x)?.y ?? ''}`),
  ]);
  return [head, ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join('');
}

export function jsonOf(spec: ChartSpec, along: unknown): string {
  const { name, x, y, series } = spec;
  const named = series.map((each) => ({
    ...each,
    points: each.points.map((point) => ({ ...point, x: figureOf(x, point.x) })),
  }));
  const whole = { name, x: inUnit(x.name, x), y: inUnit(y.name, y), series: named, along };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

/** The page's style that a picture needs to be alone. */
const STYLE = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'text-anchor',
] as const;
const SVG = 'http://www.w3.org/2000/svg';
/**
 * A line of the heading and of the legend, and how far below its middle the baseline is; ems, whose size follows the
 * theme.
 */
const LINE = 1.6;
const BELOW = 0.35;
/** Where nothing is laid out. */
const FIRST_EM = 12;

/** A picture that is alone: with its name, its legend, and in its metadata the scenarios. */
export function svgOf(
  spec: ChartSpec,
  along: unknown,
  drawing: SVGSVGElement,
  legend: Element | null,
): string {
  const { width, height } = drawing.viewBox.baseVal;
  const page = getComputedStyle(drawing);
  const whole = document.createElementNS(SVG, 'svg');
  const em = Number.parseFloat(page.fontSize) || FIRST_EM;
  const line = LINE * em;
  const items = [...(legend?.querySelectorAll('li') ?? [])];
  const tall = height + line * (items.length + 1.5);
  setAll(whole, {
    width,
    height: tall,
    viewBox: `0 0 ${width} ${tall}`,
    'font-family': page.fontFamily,
  });
  const text = (content: string, x: number, y: number) => {
    const made = document.createElementNS(SVG, 'text');
    setAll(made, { x, y, fill: page.color, 'font-size': `${em}px` });
    made.textContent = content;
    return made;
  };
  const inside = (name: string, content: string) => {
    const made = document.createElementNS(SVG, name);
    made.textContent = content;
    return made;
  };
  const paper = document.createElementNS(SVG, 'rect');
  setAll(paper, { width, height: tall, fill: backgroundOf(drawing) });
  whole.append(
    inside('title', spec.name),
    inside('desc', drawing.getAttribute('aria-label') ?? ''),
    inside('metadata', JSON.stringify(along)),
    paper,
    text(spec.name, 8, line / 2 + BELOW * em),
    placed(drawing, 0, line),
  );
  items.forEach((item, at) => {
    const marks = [...item.querySelectorAll('svg')];
    const middle = height + line * (at + 1.5);
    whole.append(...marks.map((mark, index) => placed(mark, 22 + 22 * index, middle)));
    whole.append(text(item.textContent ?? '', 22 + 22 * marks.length, middle + BELOW * em));
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(whole)}\n`;
}

/** The content of a drawing, with the style it has on the page, at a place. */
function placed(drawing: SVGSVGElement, x: number, y: number): SVGGElement {
  const group = document.createElementNS(SVG, 'g');
  setAll(group, { transform: `translate(${x},${y})` });
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [from, to] = [drawing, copy].map((each) => [...each.querySelectorAll('*')]);
  to?.forEach((element, at) => {
    const original = from?.[at];
    const style = original && getComputedStyle(original);
    for (const name of STYLE) if (style) element.setAttribute(name, style.getPropertyValue(name));
    element.removeAttribute('class');
  });
  group.append(...copy.childNodes);
  return group;
}

/** The first that is not transparent, outwards. */
function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor && !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor))
      return backgroundColor;
  }
  return '#ffffff';
}

function setAll(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
}
