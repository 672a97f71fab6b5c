/** The cost strip: one part for each flash operation of the host page, as wide as it takes long. */
import type { ReactNode } from 'react';
import { decimal, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Group, Part, Run, Strip } from '../../model/why/cost';
import css from './cost.module.css';

export interface CostProps {
  /** Without names: two stages have little height. */
  short: boolean;
  /** `null`: nothing costs any time. */
  strip: Strip | null;
  /** How wide it is, 0 to 1: of two stages the longer one takes all. */
  scale: number;
  /** Whether it is a read, and whether its mapping may be missed. */
  read: boolean;
  cached: boolean;
  /** Later values are not shown: a question about them is open. */
  hidden: boolean;
}

/**
 * More parts than this are drawn as one for each run: the gaps between them would be wider than they are. More runs than this
 * have no gaps.
 */
const MOST_PARTS = 120;
/** Pixels between two bars; as in cost.module.css. */
const GAP = 2;
/** The share of the strip below which a part has no room for its name. */
const NAMED = 0.07;

export function Cost({ short, strip, scale, read, cached, hidden }: CostProps) {
  if (!strip) return <div className={css.cost} data-short={short || undefined} />;
  const { groups, doneNs, totalNs, times } = strip;
  const [of, unit] = scaleOf(totalNs);
  const total = totalNs / scale;
  const shown = hidden ? doneNs : totalNs;
  const parts = groups.reduce((sum, { runs }) => sum + runs.reduce((n, run) => n + run.parts.length, 0), 0);
  const fine = parts <= MOST_PARTS;
  const several = groups.length > 1;
  const runs = groups.reduce((sum, { runs }) => sum + runs.length, 0);
  return (
    <div className={css.cost} data-short={short || undefined}>
      <div
        className={css.strip}
        data-dense={runs > MOST_PARTS || undefined}
        role="img"
        aria-label={hidden ? m.now_cost_hidden() : textOf(strip)}
      >
        {placed(groups).map(({ at, each: group }) => (
          <div key={at} className={css.group} style={{ width: `${(100 * group.ns) / total}%` }}>
            {placed(group.runs).map(({ at: since, each: run }) => (
              <RunBars key={since} run={fine ? run.parts : [whole(run)]} hidden={hidden}>
                {!several && !hidden && run.ns / total >= NAMED && runName(run)}
              </RunBars>
            ))}
            {several && !hidden && <GroupName group={group} />}
          </div>
        ))}
      </div>
      <strong className={css.time}>
        {of(doneNs)} <span>{hidden ? unit : m.now_cost_of({ total: of(totalNs), unit })}</span>
      </strong>
      <span className={css.times}>
        {!hidden && times !== null && shown > 0 && (
          <Times times={times} text={read ? (cached ? 'hit' : 'read') : 'write'} />
        )}
      </span>
    </div>
  );
}

/** The parts of a run, and what they are together. */
function RunBars({ run, hidden, children }: { run: readonly Part[]; hidden: boolean; children: ReactNode }) {
  const ns = run.reduce((sum, part) => sum + part.ns, 0);
  // The gaps between the bars are no time.
  return (
    <div className={css.run} style={{ flex: `${ns} 0 ${(run.length - 1) * GAP}px` }}>
      <div className={css.bars}>
        {placed(run).map(({ at, each: part }) => (
          <i
            key={at}
            data-kind={part.kind}
            data-is={hidden && part.is === 'next' ? 'hidden' : part.is}
            style={{ flexGrow: part.ns }}
          >
            {part.is === 'now' && <i style={{ width: `${100 * part.share}%` }} />}
          </i>
        ))}
      </div>
      <span className={css.name} aria-hidden="true">
        {children}
      </span>
    </div>
  );
}

/** Each with the time at which it begins: it is known by that. */
function placed<T extends { ns: number }>(all: readonly T[]): { at: number; each: T }[] {
  let at = 0;
  return all.map((each) => {
    const placed = { at, each };
    // An operation that takes no time begins with the next one.
    at += Math.max(each.ns, 1);
    return placed;
  });
}

/** All parts of a run as one. */
function whole({ parts, ns }: Run): Part {
  const spent = parts.reduce((sum, part) => sum + part.ns * part.share, 0);
  const is = parts.some((part) => part.is === 'now')
    ? 'now'
    : spent === ns
      ? 'done'
      : spent > 0
        ? 'now'
        : 'next';
  return { kind: parts[0]?.kind ?? 'other', ns, is, share: ns === 0 ? 1 : spent / ns };
}

function GroupName({ group: { letter, lbn, runs, is } }: { group: Group }) {
  return (
    <span className={css.of} data-is={is} aria-hidden="true">
      <b>{lbn === null ? m.now_cost_then() : m.now_cost_group({ letter: letter ?? '', lbn })}</b>
      {runs.map(runName).join(', ')}
    </span>
  );
}

function Times({ times, text }: { times: number; text: 'write' | 'read' | 'hit' }) {
  const count = times < 9.95 ? decimal(times, 1) : integer(Math.round(times));
  const words = { write: m.now_cost_times_write, read: m.now_cost_times_read, hit: m.now_cost_times_hit }[
    text
  ];
  return <>{words({ times: count })}</>;
}

function runName({ kind, parts, of }: Run): string {
  const count = parts.length;
  switch (kind) {
    case 'copy':
      return m.now_cost_copies({ count });
    case 'erase':
      return m.now_cost_erases({ count });
    case 'write':
      return of === null ? m.now_cost_writes({ count }) : m.now_cost_write({ page: of });
    case 'read':
      return of === null ? m.now_cost_reads({ count }) : m.now_cost_read({ page: of });
    case 'map_read':
      return m.now_cost_map_read({ tpn: of ?? 0 });
    case 'map_write':
      return m.now_cost_map_write({ tpn: of ?? 0 });
    case 'other':
      return m.now_cost_other({ count });
  }
}

/** The strip in words: each run with its time. */
function textOf({ groups, totalNs }: Strip): string {
  const time = (ns: number) => {
    const [of, unit] = scaleOf(ns);
    return `${of(ns)} ${unit}`;
  };
  const runs = groups.flatMap(({ lbn, runs: own }) =>
    own.map((run) =>
      lbn === null ? `${runName(run)} ${time(run.ns)}` : `LBN ${lbn}: ${runName(run)} ${time(run.ns)}`,
    ),
  );
  return m.now_cost_text({ parts: runs.join(', '), total: time(totalNs) });
}

/** How times as long as the whole are written, and in which unit. */
function scaleOf(ns: number): [of: (ns: number) => string, unit: string] {
  if (ns >= 1e6) return [(each) => decimal(each / 1e6, ns >= 1e8 ? 0 : 1), 'ms'];
  return [(each) => integer(Math.round(each / 1e3)), 'µs'];
}
