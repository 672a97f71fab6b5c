/** What is run for the charts, and what is kept of a run. */
import { numberAt, type ScenarioDocument } from '../../../model/document';
import type { Report } from '../../../protocol/generated/Report';
import recorded from './recorded.json';

/** A run: the same key has the same scenario. */
export interface Job {
  /** `financial/fast`; also the name of what is recorded. */
  key: string;
  scenario: ScenarioDocument;
  /** What is kept beside the figures of the report. */
  also?: 'times' | 'wear';
  /** Requests of a trace of which each is kept. */
  window?: { from: number; to: number };
}

/** What is kept of a run: the report, short. */
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
  /** Pairs: so many LBNs were merged for so many victims. */
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
  /** Response times that the shares {@link SHARES} of the requests do not exceed, milliseconds. */
  times?: number[];
  /** Of each block, how often it was erased, preparation included: how many blocks were erased 0, 1, 2, ... times. */
  wear?: number[];
  /** Of the requests of the job's window: milliseconds served, and waited for those before. */
  window?: { service: number[]; wait: number[] };
}

export interface Extra {
  gc: number;
  merge: number;
  translation: number;
  translation_gc: number;
}

/** Of the distribution of response times: tighter where the tail is. */
export const SHARES = [
  ...[0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9],
  ...[0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 0.999],
];

/** The readings that came with the page, by key: `npm run charts` makes them anew. */
export const RECORDED: Readonly<Record<string, Reading | undefined>> = recorded as unknown as Record<
  string,
  Reading
>;

/** How a chart asks for runs: what was run here, else what is recorded. */
export type Readings = (key: string) => Reading | undefined;

/** Requests that are counted, of a workload that says how many it has. */
export function requestsOf(scenario: ScenarioDocument): number {
  return numberAt(scenario, 'workload.requests', 0) - numberAt(scenario, 'warmup_requests', 0);
}

export function readingOf(report: Report, requests: number): Reading {
  const { merges, flash, cmt, service_us, response_us } = report;
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
  };
}

/** As precise as any chart shows it; what is recorded stays short. */
export function digits(value: number): number {
  return Number(value.toPrecision(7));
}
