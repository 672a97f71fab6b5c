// @vitest-environment node
/** The sentences about a trace agree with its requests: each is shown where it is true, and nowhere else. */
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import fc from '../../base/property';
import { freePages, type TraceDevice } from '../../model/traces/trace-device';
import type { Report } from '../../protocol/generated/Report';
import { inlineRun } from '../../protocol/runs/inline-runs';
import { runAll } from '../../protocol/runs/pool';
import type { ImportedTrace } from '../../protocol/traces/trace-import';
import { Displaced } from '../../views/cautions/Displaced';
import { Parts } from '../../views/cautions/Parts';
import { fitTexts } from '../../views/trace/Device';
import { Pace } from '../../views/trace/notes/Pace';
import { Panels } from '../../views/trace/Panels';
import { PartialWrites } from '../../views/trace/PartialWrites';
import { Portrait } from '../../views/trace/Portrait';
import { holding } from './facts.fixture';
import {
  AMPLIFIED,
  DISPLACED,
  FIT,
  headline,
  PACE,
  PANELS,
  PARTS,
  readsFrom,
  TRIES,
} from './trace-facts.fixture';
import { imported, PAGE, type Request, requests, seenOf } from './traces.fixture';

const CASES = process.env.DEEP ? 2000 : 120;

const { hold, unmet } = holding();

/** The texts of a drawing, or of what matches. */
function texts(element: ReactElement, of: RegExp): string[] {
  const html = renderToStaticMarkup(element);
  return [...html.matchAll(of)].map(([, text = '']) =>
    text
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .replaceAll('&#x27;', '’')
      .replaceAll('&amp;', '&')
      .trim(),
  );
}
const PARAGRAPH = /<p(?: [^>]*)?>(.*?)<\/p>/g;

/** A device for a trace: with room for all of its pages, or smaller; and a run on it. */
async function ended(read: ImportedTrace, device: TraceDevice): Promise<Report | null> {
  const scenario = {
    ...{ format: 1, logical_pages: device.logicalPages, ftl: { kind: 'page' } },
    device: { blocks: device.blocks, pages_per_block: device.pagesPerBlock, page_bytes: PAGE },
    ...(device.filled && { precondition: [{ kind: 'sequential' }] }),
    workload: {
      kind: 'trace',
      path: 't',
      mapping: device.mapping,
      ...(device.mapping !== 'compact' && { aliasing: 'allow' }),
    },
  };
  const jobs = [{ scenario: JSON.stringify(scenario), trace: { name: 't', file: read.file } }];
  for await (const { outcome } of runAll(inlineRun, jobs)) return outcome.report;
  return null;
}

const devices = fc.record({
  mapping: fc.constantFrom<TraceDevice['mapping']>('compact', 'wrap', 'drop'),
  small: fc.integer({ min: 8, max: 200 }),
  spare: fc.integer({ min: 6, max: 30 }),
  filled: fc.boolean(),
});

test('every sentence about a trace is shown where it is true, with figures of its requests, and nowhere else', async () => {
  await fc.assert(
    fc.asyncProperty(requests, devices, async (drawn: Request[], { mapping, small, spare, filled }) => {
      const of = seenOf(drawn);
      const { read, locality } = await imported(drawn);
      const { statistics } = read.trace;
      const [said, tries] = [/<h2>(.*?)<\/h2>/g, PARAGRAPH].map(
        (part) => texts(createElement(Portrait, { trace: read.trace, locality }), part)[0] ?? '',
      ) as [string, string];
      expect(said).toBe(headline(of));
      hold([tries], TRIES, of);

      const panels = createElement(Panels, { trace: read.trace, search: { found: locality }, first: 1 });
      hold(texts(panels, /<p class="quiet">(.*?)<\/p>/g), PANELS, of);
      const turns = readsFrom(of, locality.stretch, locality.course.length);
      const notes = texts(panels, /<text class="note"[^>]*>(.*?)<\/text>/g);
      hold(notes, { trace_reads_set_in: () => (turns.length > 0 ? {} : null) }, of);
      expect(
        notes.every((text) => turns.some((at) => text === `mostly reads from request ${at + 1} on`)),
      ).toBe(true);

      const pace = texts(createElement(Pace, { statistics, onFormat: () => undefined }), PARAGRAPH);
      hold(pace, PACE, of);

      const touched = Math.max(16, statistics.footprint_pages);
      const logicalPages = mapping === 'compact' ? Math.ceil(touched / 4) * 4 : 4 * Math.ceil(small / 4);
      const device: TraceDevice = {
        ...{ pageBytes: PAGE, pagesPerBlock: 4, logicalPages, blocks: logicalPages / 4 + spare },
        ...{ mapping, filled, allowAliasing: true, readFirst: false },
      };
      const asked = {
        page_bytes: PAGE,
        logical_pages: logicalPages,
        physical_pages: freePages(device),
        mapping,
      };
      const fit = await read.fit(asked);
      const fitted = { ...of, device };
      hold(fitTexts(fit, device), FIT, fitted);
      const parts = createElement(PartialWrites, { statistics, device, onDevice: () => undefined });
      hold(texts(parts, PARAGRAPH), PARTS, of);

      const report = await ended(read, device);
      read.close();
      if (!report) return;
      // More than the device has free: some block was erased for it.
      if (fit.cleans) expect(report.flash.erases.total).toBeGreaterThan(0);
      hold(texts(createElement(Displaced, { runs: [report.addresses] }), PARAGRAPH), DISPLACED, {
        ...fitted,
        report,
      });
      if (mapping !== 'drop')
        hold(texts(createElement(Parts, { report }), PARAGRAPH), AMPLIFIED, { ...fitted, report });
    }),
    { numRuns: CASES, endOnFailure: true },
  );
  expect(unmet(TRIES, PANELS, PACE, PARTS, FIT, DISPLACED, AMPLIFIED)).toEqual([]);
});
