/** The figures of DFTL: on one workload, three schemes and more. */
import { decimal, integer, percent, plain } from '../../../base/format';
import type { ChartSpec, Origin, Series } from '../../../chart/spec';
import { m } from '../../../i18n/compiled/messages.js';
import {
  ALL,
  CMT,
  overheadJobs,
  overheadKey,
  PRINTED,
  type Printed,
  SCHEME_NAMES,
  SCHEMES,
  SIZES,
  SPEEDS,
  speedJobs,
  speedKey,
  sramJobs,
  sramKey,
  type Workload,
} from './dftl';
import { type Extra, type Job, type Reading, type Readings, SHARES } from './experiment';
import { all, claimOf, type Figure, isNear, linkTo, oursOf } from './figure';

export function dftlFigures(workload: Workload, readings: Readings): Figure[] {
  return [
    overheads(workload, readings),
    fullMerges(workload, readings),
    responses(workload, readings),
    sram(workload, readings),
    speedUp(workload, readings),
    energy(workload, readings),
  ];
}

const SCHEME = { name: '', show: (at: number) => SCHEME_NAMES[SCHEMES[at] ?? 'page'] };

/** What a run and the printed table both have. */
type Counted = Pick<Printed, 'erases' | 'merges' | 'reads' | 'programs'>;

/** A part of bars, of the source and of ours: for each scheme a number. */
function parts(
  workload: Workload,
  readings: Readings,
  named: readonly { name: string; colour: number; value: (of: Counted) => number }[],
): Series[] {
  const jobs = overheadJobs(workload);
  const origins: Origin[] = ['source', 'ours'];
  return origins.flatMap((origin) =>
    named.map(({ name, colour, value }) => ({
      whose: origin === 'source' ? m.sources_paper() : m.sources_ours(),
      ...{ name, origin, colour },
      points: SCHEMES.flatMap((scheme, x) => {
        if (origin === 'source') return [{ x, y: value(PRINTED[workload][scheme]) }];
        const [job, reading] = [jobs[x], readings(overheadKey(workload, scheme))];
        return job && reading ? [{ x, y: value(reading), link: linkTo(job, reading) }] : [];
      }),
    })),
  );
}

const both = (of: Counted, cause: keyof Extra) => of.reads[cause] + of.programs[cause];
const extra = (of: Counted) =>
  both(of, 'gc') + both(of, 'merge') + both(of, 'translation') + both(of, 'translation_gc');

function overheads(workload: Workload, readings: Readings): Figure {
  const printed = PRINTED[workload];
  const counts = { name: '', show: integer };
  const [page, dftl, fast] = SCHEMES.map((scheme) => readings(overheadKey(workload, scheme)));
  const times = (value: number) => m.sources_times({ times: plain(value) });
  const ratio = (of: Counted, to: Counted) => of.erases / to.erases;
  const translated = (of: Counted) => (both(of, 'translation') + both(of, 'translation_gc')) / extra(of);
  const [hits, told] = [dftl?.hits ?? undefined, 0.63];
  return {
    id: `dftl-6-${workload}`,
    title: m.sources_dftl_6(),
    about: m.sources_dftl_6_about(),
    jobs: overheadJobs(workload),
    charts: [
      {
        ...{ name: m.sources_dftl_6_merges(), kind: 'bars', x: SCHEME, y: counts },
        series: parts(workload, readings, [
          { name: m.sources_full(), colour: 0, value: ({ merges }) => merges.full },
          { name: m.sources_partial(), colour: 5, value: ({ merges }) => merges.partial },
          { name: m.sources_switch(), colour: 2, value: ({ merges }) => merges.switch },
        ]),
      },
      {
        ...{ name: m.sources_dftl_6_erases(), kind: 'bars', x: SCHEME, y: counts },
        series: parts(workload, readings, [
          { name: m.sources_erases(), colour: 0, value: ({ erases }) => erases },
        ]),
      },
      {
        ...{ name: m.sources_dftl_6_extra(), kind: 'bars', x: SCHEME, y: counts },
        series: parts(workload, readings, [
          { name: m.sources_copies(), colour: 0, value: (of) => both(of, 'gc') + both(of, 'merge') },
          { name: m.sources_map_reads(), colour: 1, value: ({ reads }) => reads.translation },
          { name: m.sources_map_programs(), colour: 4, value: ({ programs }) => programs.translation },
          { name: m.sources_map_cleaning(), colour: 2, value: (of) => both(of, 'translation_gc') },
        ]),
      },
    ],
    claims: [
      claimOf(
        m.sources_dftl_6_fast({ times: plain(ratio(printed.fast, printed.page)) }),
        all(fast, page),
        ([fast, page]) => times(ratio(fast, page)),
        ([fast, page]) => isNear(ratio(fast, page), ratio(printed.fast, printed.page)),
      ),
      claimOf(
        m.sources_dftl_6_dftl({ times: plain(ratio(printed.dftl, printed.page)) }),
        all(dftl, page),
        ([dftl, page]) => times(ratio(dftl, page)),
        ([dftl, page]) => isNear(ratio(dftl, page), ratio(printed.dftl, printed.page)),
      ),
      claimOf(
        m.sources_dftl_6_less({ times: plain(extra(printed.fast) / extra(printed.dftl)) }),
        all(dftl, fast),
        ([dftl, fast]) => times(extra(fast) / extra(dftl)),
        ([dftl, fast]) => isNear(extra(fast) / extra(dftl), extra(printed.fast) / extra(printed.dftl)),
      ),
      claimOf(
        m.sources_dftl_6_translation({ share: percent(translated(printed.dftl)) }),
        dftl,
        (dftl) => percent(translated(dftl)),
        (dftl) => isNear(translated(dftl), translated(printed.dftl)),
      ),
      ...(workload === 'tpch'
        ? []
        : [
            claimOf(m.sources_dftl_6_hits({ share: percent(told) }), hits, percent, (hits) =>
              isNear(hits, told),
            ),
          ]),
    ],
    why: WHY_6[workload](),
  };
}

const WHY_6: Record<Workload, () => string> = {
  financial: m.sources_dftl_6_why_financial,
  financial_apart: m.sources_dftl_6_why_financial_apart,
  tpch: m.sources_dftl_6_why_tpch,
  financial_full: m.sources_dftl_6_why_financial_full,
};

/** Share of the victims that at least so many LBNs were merged for. */
function shareFrom({ merged }: Reading, least: number): number {
  const count = (pairs: Reading['merged']) => pairs.reduce((sum, [, victims]) => sum + victims, 0);
  const total = count(merged);
  return total === 0 ? 0 : count(merged.filter(([lbns]) => lbns >= least)) / total;
}

function fullMerges(workload: Workload, readings: Readings): Figure {
  const [, , job] = overheadJobs(workload);
  const fast = readings(overheadKey(workload, 'fast'));
  const told = workload === 'tpch' ? 0.6 : 0.2;
  const most = Math.max(24, ...(fast?.merged ?? []).map(([lbns]) => lbns));
  const steps = Array.from({ length: most }, (_, index) => index + 1);
  return {
    id: `dftl-7-${workload}`,
    title: m.sources_dftl_7(),
    about: m.sources_dftl_7_about(),
    jobs: job ? [job] : [],
    charts: [
      {
        name: m.sources_dftl_7_chart(),
        x: { name: m.sources_lbns(), scale: 'linear' },
        y: { name: '', show: (share) => percent(share) },
        series: [
          oursOf(
            { name: 'FAST', whose: m.sources_ours(), colour: 0 },
            job ? steps.map((x) => ({ x, job })) : [],
            readings,
            shareFrom,
          ),
          {
            ...{ name: 'FAST', whose: m.sources_text(), origin: 'source', colour: 1 },
            points: [{ x: 20, y: told }],
          },
        ],
      },
    ],
    claims: [
      claimOf(
        m.sources_dftl_7_says({ share: percent(told) }),
        fast,
        (fast) => percent(shareFrom(fast, 20)),
        (fast) => isNear(shareFrom(fast, 20), told),
      ),
    ],
    why: m.sources_dftl_7_why(),
  };
}

/** Each time once, with all of the requests that were answered within it. */
function stepsOf(times: readonly number[]): { x: number; y: number }[] {
  return [...new Map(times.map((x, at) => [x, SHARES[at] ?? 0]))].map(([x, y]) => ({ x, y }));
}

const WHY_8: Record<Workload, () => string> = {
  financial: m.sources_dftl_8_why_financial,
  financial_apart: m.sources_dftl_8_why_financial_apart,
  tpch: m.sources_dftl_8_why_tpch,
  financial_full: m.sources_dftl_8_why_financial_full,
};

function responses(workload: Workload, readings: Readings): Figure {
  const jobs = overheadJobs(workload);
  const printed = PRINTED[workload];
  const series = SCHEMES.map((scheme, at): Series => {
    const [job, reading] = [jobs[at], readings(overheadKey(workload, scheme))];
    const link = job && linkTo(job, reading);
    return {
      ...{ name: SCHEME.show(at), origin: 'ours', colour: at },
      points: stepsOf(reading?.times ?? []).map((step) => ({ ...step, link })),
    };
  });
  return {
    id: `dftl-8-${workload}`,
    title: m.sources_dftl_8(),
    about: m.sources_dftl_8_about(),
    jobs,
    charts: [
      {
        name: m.sources_dftl_8_chart(),
        x: { name: m.sources_ms(), scale: 'log' },
        y: { name: '', show: (share) => percent(share, share > 0.99 && share < 1 ? 1 : 0) },
        series,
      },
    ],
    claims: SCHEMES.flatMap((scheme, at) => {
      const reading = readings(overheadKey(workload, scheme));
      return [
        claimOf(
          m.sources_dftl_8_mean({ scheme: SCHEME.show(at), ms: decimal(printed[scheme].response.mean) }),
          reading,
          ({ response }) => m.sources_in_ms({ ms: decimal(response.mean) }),
          ({ response }) => isNear(response.mean, printed[scheme].response.mean),
        ),
        claimOf(
          m.sources_dftl_8_service({ scheme: SCHEME.show(at), ms: decimal(printed[scheme].service.mean) }),
          reading,
          ({ service }) => m.sources_in_ms({ ms: decimal(service.mean) }),
          ({ service }) => isNear(service.mean, printed[scheme].service.mean),
        ),
      ];
    }),
    why: WHY_8[workload](),
  };
}

/** The source's "as fast as", of what it only draws. */
const AS_FAST = 0.1;

function sram(workload: Workload, readings: Readings): Figure {
  const jobs = sramJobs(workload);
  const runs = SIZES.flatMap((x) => {
    const job = jobs.find(({ key }) => key === sramKey(workload, x));
    return job ? [{ x, job }] : [];
  });
  const page = readings(overheadKey(workload, 'page'));
  const entries = { name: m.sources_entries(), scale: 'log', show: integer } as const;
  const over = ({ response }: Reading) => (page ? response.mean / page.response.mean : Number.NaN);
  const [whole, own, least] = [ALL, CMT, SIZES[0] ?? 0].map((size) => readings(sramKey(workload, size)));
  const charts: ChartSpec[] = [
    {
      ...{ name: m.sources_dftl_11_response(), x: entries, y: { name: '', from: 0 } },
      series: page
        ? [oursOf({ name: 'DFTL', whose: m.sources_ours(), colour: 1 }, runs, readings, over)]
        : [],
    },
    {
      ...{ name: m.sources_dftl_11_hits(), x: entries, y: { name: '', show: (share) => percent(share) } },
      series: [
        oursOf({ name: 'DFTL', whose: m.sources_ours(), colour: 1 }, runs, readings, ({ hits }) => hits ?? 0),
      ],
    },
  ];
  return {
    id: `dftl-11-${workload}`,
    title: m.sources_dftl_11(),
    about: m.sources_dftl_11_about({ entries: integer(CMT) }),
    jobs,
    charts,
    claims: [
      claimOf(
        m.sources_dftl_11_better(),
        all(least, own, whole, page),
        ([least, own, whole]) =>
          m.sources_dftl_11_course({
            from: plain(over(least)),
            at: plain(over(own)),
            to: plain(over(whole)),
          }),
        ([least, own, whole]) => over(least) >= over(own) && over(own) >= over(whole),
      ),
      claimOf(
        m.sources_dftl_11_baseline({ share: percent(AS_FAST) }),
        all(whole, page),
        ([whole]) => m.sources_times({ times: plain(over(whole)) }),
        ([whole]) => isNear(over(whole), 1, AS_FAST),
      ),
    ],
    why: m.sources_dftl_11_why(),
  };
}

/** The source tries whole multiples of the speed: four, and nothing between two and eight. */
const ABOUT_EVEN = 0.25;

function speedUp(workload: Workload, readings: Readings): Figure {
  const jobs = speedJobs(workload);
  const dftl = readings(overheadKey(workload, 'dftl'));
  const runs = SPEEDS.flatMap((x) => {
    const job = jobs.find(({ key }) => key === speedKey(workload, x));
    return job ? [{ x, job }] : [];
  });
  const over = ({ response }: Reading) => (dftl ? response.mean / dftl.response.mean : Number.NaN);
  const [one, four] = [1, 4].map((speed) => readings(speedKey(workload, speed)));
  return {
    id: `dftl-13-${workload}`,
    title: m.sources_dftl_13(),
    about: m.sources_dftl_13_about(),
    jobs,
    charts: [
      {
        name: m.sources_dftl_13_chart(),
        x: { name: m.sources_faster(), show: (speed) => m.sources_times({ times: plain(speed) }) },
        y: { name: '' },
        series: dftl
          ? [
              oursOf({ name: 'FAST', whose: m.sources_ours(), colour: 0 }, runs, readings, over),
              { name: 'DFTL, 1×', origin: 'form', colour: 1, points: SPEEDS.map((x) => ({ x, y: 1 })) },
            ]
          : [],
      },
    ],
    // Of TPC-H the source says nothing here.
    claims:
      workload === 'tpch'
        ? []
        : [
            claimOf(
              m.sources_dftl_13_four({ share: percent(ABOUT_EVEN) }),
              all(one, four, dftl),
              ([one, four]) => m.sources_dftl_13_ours({ one: plain(over(one)), four: plain(over(four)) }),
              ([one, four]) => over(one) > 1 && isNear(over(four), 1, ABOUT_EVEN),
            ),
          ],
    why: m.sources_dftl_13_why(),
  };
}

function energy(workload: Workload, readings: Readings): Figure {
  const jobs: Job[] = overheadJobs(workload);
  const found = SCHEMES.map((scheme) => readings(overheadKey(workload, scheme))?.energy);
  return {
    id: `dftl-16-${workload}`,
    title: m.sources_dftl_16(),
    about: m.sources_dftl_16_about(),
    jobs,
    charts: [
      {
        ...{ name: m.sources_dftl_16_chart(), kind: 'bars', x: SCHEME, y: { name: '' } },
        series: [
          oursOf(
            { name: m.sources_energy(), whose: m.sources_ours(), colour: 0 },
            jobs.map((job, x) => ({ x, job })),
            readings,
            (reading) => reading.energy,
          ),
        ],
      },
    ],
    claims: [
      claimOf(
        m.sources_dftl_16_order(),
        all(found[0], found[1], found[2]),
        (joules) => joules.map((value) => plain(value)).join(' < '),
        ([page, dftl, fast]) => page < dftl && dftl < fast,
      ),
    ],
    why: m.sources_dftl_16_why(),
  };
}
