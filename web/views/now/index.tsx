/** The current work, for the top of a stage: binds the store. */
import { useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { integer } from '../../base/format';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { copiesOf, mergesOf } from '../../model/metrics';
import { cleans } from '../../model/schemes';
import { stripOf } from '../../model/why/cost';
import { nowOf } from '../../model/why/now';
import type { Frame } from '../../protocol/generated/Frame';
import type { Report } from '../../protocol/generated/Report';
import type { Summary } from '../../protocol/generated/Summary';
import { roundNow } from '../../state/round-now';
import { withoutSpoilers } from '../../state/spoilers';
import { useLab } from '../../state/use-lab';
import { say } from '../say';
import { Asked } from './Asked';
import { Cost } from './Cost';
import { type Acts, NowView, type Side } from './View';

export type { Acts } from './View';

export interface NowOf {
  slot: number;
  /** The possible action here; `null`: none. */
  acts: Acts | null;
  /** Which of two stages; `null`: there is one. */
  side: Side | null;
}

export function Now({ slot, acts, side }: NowOf) {
  const shown = useLab((lab) => withoutSpoilers(lab, slot));
  const playing = useLab((lab) => lab.playing);
  const language = useLanguage();
  const frame = shown?.current.frame ?? null;
  const start = useStart(frame);
  // biome-ignore lint/correctness/useExhaustiveDependencies: words of the page's language
  const said = useMemo(() => {
    if (!shown) return null;
    const { frame, summary } = { frame: shown.current.frame, summary: shown.summary };
    if (frame.tally && start) return tallied(frame.report, start, cleans(summary.ftl));
    const now = nowOf(frame, summary);
    if (!now) return beginning(summary);
    return {
      kind: say(now.kind),
      tone: now.tone,
      progress: now.progress && say(now.progress),
      sentence: say(now.sentence),
    };
  }, [shown, start, language]);
  const strip = useMemo(() => frame && stripOf(frame), [frame]);
  // Two stages share one scale: the longer one has the whole width.
  const longest = useLab(({ slots }) =>
    Math.max(...slots.map((each) => each?.current.frame.cost?.total_ns ?? 0)),
  );
  const hidden = useLab((lab) => lab.asking || lab.limit !== null);
  const asks = useStore(roundNow, (round) => (slot === 0 ? round.asks : null));
  if (!shown || !said) return null;
  if (asks) {
    const { progress, sentence } = asks;
    return (
      <NowView {...{ progress, sentence, acts, side }} kind={m.challenge_yours()} tone="now" silent={false}>
        <Asked question={asks} />
      </NowView>
    );
  }
  return (
    <NowView {...said} silent={playing} acts={acts} side={side}>
      <Cost
        short={side !== null}
        strip={strip}
        scale={strip ? strip.totalNs / Math.max(strip.totalNs, longest) : 1}
        read={frame?.cost?.op === 'read'}
        cached={(frame?.tables.cmt ?? null) !== null}
        hidden={hidden}
      />
    </NowView>
  );
}

/** The counters from where on more happens between two pictures than can be followed; `null` while it can be. */
function useStart(frame: Frame | null): Report | null {
  const kept = useRef<{ last: Report | null; start: Report | null }>({ last: null, start: null });
  if (!frame?.tally) kept.current = { last: frame?.report ?? null, start: null };
  else kept.current.start ??= kept.current.last ?? frame.report;
  return kept.current.start;
}

/** Before anything has happened: what there is to see. */
function beginning({ blocks, pages_per_block, logical_pages }: Summary) {
  const [pages, logical] = [integer(pages_per_block), integer(logical_pages)];
  const sentence = m.now_beginning({ blocks: integer(blocks), pages, logical });
  return { kind: m.now_kind_start(), tone: null, progress: null, sentence };
}

/** The sum of steps that are too fast to be shown one by one. */
function tallied(now: Report, then: Report, cleaned: boolean) {
  const since = (of: (report: Report) => number) => integer(of(now) - of(then));
  const counts = {
    programs: since((report) => report.flash.programs.total),
    copies: since(copiesOf),
    erases: since((report) => report.flash.erases.total),
  };
  const sentence = cleaned
    ? m.now_tally_gc({ ...counts, victims: since(({ gc }) => gc.runs) })
    : m.now_tally({ ...counts, merges: since(mergesOf) });
  return { kind: m.now_kind_fast(), tone: null, progress: null, sentence };
}
