/** The runs for the charts, and the kept part of a run. */
import { numberAt, type ScenarioDocument } from '../../../model/scenario/document';
import type { Report } from '../../../protocol/generated/Report';
import recorded from './recorded.json';

/** A run: the same key has the same scenario. */
export interface Job {
  /** `financial/fast`; also the name of what is recorded. */
  key: string;
  scenario: ScenarioDocument;
  /** The parts of its key, by name. */
  params: Readonly<Record<string, string | number>>;
  /** The data kept beside the figures of the report. */
  also?: 'times' | 'wear' | undefined;
  /** How far the run is, in this many equal parts, is kept: what the charts of bandwidth over time are made of. */
  parts?: number | undefined;
  /** Requests of a trace of which each is kept. */
  window?: { from: number; to: number } | undefined;
}

/** The kept part of a run: the report, short. */
export interface Reading {
  /** Hashes of the scenario and of the last state, hex. */
  scenario: string;
  state: string;
  /** Host requests, and pages that they wrote. */
  requests: number;
  written: number;
  amplification: number;
  erases: number;
  /** Switch and partial merges; victims of full ones, as DFTL'J Table 5 counts; LBNs that these merged. */
  merges: { switch: number; partial: number; full: number; lbns: number };
  /** Pairs: this many LBNs were merged for this many victims. */
  merged: [lbns: number, victims: number][];
  /** Flash page reads and programs that the host did not ask for, by cause. */
  reads: Extra;
  programs: Extra;
  /** Share of the accesses that found their mapping in the CMT; `null` without one. */
  hits: number | null;
  /** Milliseconds a request. */
  service: { mean: number; stddev: number };
  response: { mean: number; stddev: number };
  /** Joules. */
  energy: number;
  /** Behind a write buffer: times that something left it, pages that did, fillers written along. */
  buffer?: { destages: number; destaged: number; padded: number };
  /** With a host's side: megabytes a second, and pages that the device was given at a time. */
  parallel?: { bandwidth: number; pages: number };
  /** Response times that the shares {@link SHARES} of the requests do not exceed, milliseconds. */
  times?: number[];
  /** How many blocks were erased 0, 1, 2, ... times, including the preparation. */
  wear?: number[];
  /** For the requests of the job's window: service time, and wait for earlier requests, in milliseconds. */
  window?: { service: number[]; wait: number[] };
  /** At the end of each of the job's parts: requests, pages written, and seconds served so far. */
  course?: [requests: number, written: number, seconds: number][];
}

export interface Extra {
  gc: number;
  merge: number;
  translation: number;
  translation_gc: number;
}

/** Points of the distribution of response times: closer together in the tail. */
export const SHARES = [
  ...[0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9],
  ...[0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 0.999],
];

const NO_EXTRA: Extra = { gc: 0, merge: 0, translation: 0, translation_gc: 0 };
const NO_MERGES: Reading['merges'] = { switch: 0, partial: 0, full: 0, lbns: 0 };

/** A reading as it is recorded: without its zeros, of which most have many. */
type Recorded = Omit<Reading, 'merges' | 'merged' | 'reads' | 'programs' | 'hits' | 'energy'> & {
  merges?: Partial<Reading['merges']>;
  merged?: Reading['merged'];
  reads?: Partial<Extra>;
  programs?: Partial<Extra>;
  hits?: number | null;
  energy?: number;
};

/** The readings that came with the page, by key: `npm run charts` makes them again. */
export const RECORDED: Readonly<Record<string, Reading | undefined>> = Object.fromEntries(
  Object.entries(recorded as unknown as Record<string, Recorded>).map(([key, kept]) => [key, whole(kept)]),
);

/** The keys of what is the same are in the same order as {@link readingOf} has them: readings are compared as texts. */
function whole(kept: Recorded): Reading {
  const { scenario, state, requests, written, amplification, erases, ...rest } = kept;
  const { merges, merged = [], reads, programs, hits = null, service, response, energy = 0, ...also } = rest;
  return {
    ...{ scenario, state, requests, written, amplification, erases },
    merges: { ...NO_MERGES, ...merges },
    merged,
    reads: { ...NO_EXTRA, ...reads },
    programs: { ...NO_EXTRA, ...programs },
    ...{ hits, service, response, energy },
    ...also,
  };
}

/** The recorded part of a reading. */
export function short({ merges, merged, reads, programs, hits, energy, ...rest }: Reading): Recorded {
  const some = <Of extends object>(name: string, of: Of) => {
    const left = Object.entries(of).filter(([, value]) => value !== 0);
    return left.length > 0 && { [name]: Object.fromEntries(left) };
  };
  return {
    ...rest,
    ...some('merges', merges),
    ...(merged.length > 0 && { merged }),
    ...some('reads', reads),
    ...some('programs', programs),
    ...(hits !== null && { hits }),
    ...(energy !== 0 && { energy }),
  };
}

/** How a chart asks for runs: what was run here, otherwise what is recorded. */
export type Readings = (key: string) => Reading | undefined;

/** Requests that are counted, of a workload that says how many it has. */
export function requestsOf(scenario: ScenarioDocument): number {
  return numberAt(scenario, 'workload.requests', 0) - numberAt(scenario, 'warmup_requests', 0);
}

export function readingOf(report: Report, requests: number): Reading {
  const { merges, flash, cmt, service_us, response_us, buffer, parallel } = report;
  const ms = ({ mean, stddev }: { mean: number; stddev: number }) => ({
    mean: digits(mean / 1000),
    stddev: digits(stddev / 1000),
  });
  const extra = ({ gc, merge, translation, translation_gc }: Extra): Extra => ({
    ...{ gc, merge, translation, translation_gc },
  });
  const looked = cmt.hits + cmt.misses;
  return {
    scenario: report.scenario_hash,
    state: report.state_hash,
    requests,
    written: report.host.writes,
    amplification: digits(report.write_amplification ?? 0),
    erases: flash.erases.total,
    merges: {
      switch: merges.switch,
      partial: merges.partial,
      full: merges.full_merge_blocks.reduce((sum, [, victims]) => sum + victims, 0),
      lbns: merges.full,
    },
    merged: merges.full_merge_blocks.map(([lbns, victims]) => [lbns, victims]),
    reads: extra(flash.reads),
    programs: extra(flash.programs),
    hits: looked === 0 ? null : digits(cmt.hits / looked),
    service: ms(service_us),
    response: ms(response_us),
    energy: digits(report.energy_uj / 1e6),
    ...(buffer && {
      buffer: { destages: buffer.destages, destaged: buffer.destaged, padded: buffer.padded },
    }),
    ...(parallel && {
      parallel: { bandwidth: digits(parallel.bandwidth_mb_s), pages: digits(parallel.mean_pages) },
    }),
  };
}

/** As precise as any chart shows it; what is recorded stays short. */
export function digits(value: number): number {
  return Number(value.toPrecision(7));
}
