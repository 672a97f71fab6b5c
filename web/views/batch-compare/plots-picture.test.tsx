import { expect, test } from 'vitest';
import type { Report } from '../../protocol/generated/Report';
import type { Row } from './plots';
import { plotsPicture } from './plots-picture';

const row = (name: string, wa: number, erases: number): Row => ({
  name,
  report: {
    ...{ write_amplification: wa, flash: { erases: { total: erases } } },
    ...{ service_us: { mean: 300, p99: 900 }, response_us: { mean: 300, p99: 900 } },
  } as Report,
});

test('a picture for print has every run and figure, and the data along', () => {
  const rows = [row('Page', 1.5, 900), row('A & <b>', 12, 44_000)];
  const svg = plotsPicture('How they compare', rows, 0, 'flash', { runs: ['<1>'] });
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  const texts = [...parsed.querySelectorAll('text')].map((each) => each.textContent);
  // Names are beside each row of plots, of which four figures make two.
  expect(texts.filter((each) => each === 'A & <b>')).toHaveLength(2);
  expect(texts).toContain('Erases (log scale)');
  expect(texts).toContain('44,000');
  expect(texts).toContain('1.50');
  expect(parsed.querySelectorAll('circle')).toHaveLength(2 * 4);
  expect(JSON.parse(parsed.querySelector('metadata')?.textContent ?? '')).toEqual({ runs: ['<1>'] });
  // 180 mm, and no text begins outside.
  const width = Number(parsed.documentElement.getAttribute('width'));
  expect(width).toBe(680);
  for (const each of parsed.querySelectorAll('text'))
    expect(Number(each.getAttribute('x'))).toBeLessThan(width);
});
