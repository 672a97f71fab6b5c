/** What is going on: the merge, cleaning or wear leveling under way with its progress, and the moment's sentence. */
import { m } from '../../i18n/compiled/messages.js';
import type { Frame } from '../../protocol/generated/Frame';
import type { MergeKind } from '../../protocol/generated/MergeKind';
import css from './stage.module.css';

export interface BannerProps {
  frame: Frame;
  caption: string | null;
  /** Playing: the sentences are not read out. */
  silent: boolean;
}

export function Banner({ frame, caption, silent }: BannerProps) {
  const work = workOf(frame);
  return (
    <div className={css.banner}>
      {work && (
        <div className={css.work} data-tone={work.tone} data-long={frame.reclaim !== null || undefined}>
          <b>{work.title}</b>
          {work.into && <span>{work.into}</span>}
          {'note' in work ? (
            work.note && <span className={css.count}>{work.note}</span>
          ) : work.copies === null ? null : work.copies > 0 ? (
            <>
              <span className={css.bar} aria-hidden="true">
                <i style={{ inlineSize: `${(100 * work.copied) / work.copies}%` }} />
              </span>
              <span className={css.count}>
                {m.stage_banner_copies({ copied: work.copied, copies: work.copies })}
              </span>
            </>
          ) : (
            <span className={css.count}>{m.stage_banner_no_copies()}</span>
          )}
        </div>
      )}
      <p className={css.caption} aria-live={silent ? 'off' : 'polite'}>
        {caption}
      </p>
    </div>
  );
}

interface Recovering {
  tone: string;
  title: string;
  into: string;
  note: string;
}

interface Work {
  tone: string;
  title: string;
  into: string;
  copied: number;
  /** `null` where nothing is to be said of copies. */
  copies: number | null;
}

function workOf({ merge, reclaim, gc, inner, wear, recovery }: Frame): Work | Recovering | null {
  if (recovery) {
    const { dirty, entries, read, pages, full } = recovery;
    return {
      tone: 'full',
      title: m.stage_banner_power(),
      // One at a time: both do not fit a narrow screen.
      into: full > 0 ? '' : m.stage_banner_power_dirty({ dirty, entries }),
      note: full > 0 ? m.stage_banner_scan({ read, pages, full }) : '',
    };
  }
  if (reclaim) {
    const { pbn: block, done } = reclaim;
    const of = reclaim.merged.length;
    const title = merge
      ? m.stage_banner_reclaim_part({ block, part: done + 1, of, lbn: merge.lbn })
      : m.stage_banner_reclaim({ block, done, of });
    const into = merge?.into ?? null;
    return {
      tone: 'full',
      title,
      into: into === null ? '' : m.stage_banner_into({ block: into }),
      copied: merge?.copied ?? 0,
      copies: merge?.copies ?? null,
    };
  }
  if (merge) {
    const kinds = {
      switch: m.stage_banner_merge_switch,
      partial: m.stage_banner_merge_partial,
      full: m.stage_banner_merge_full,
    };
    const own = { no_free_block: m.stage_banner_fold, page_in_use: m.stage_banner_rewrite };
    const title =
      merge.reason === 'no_free_block' || merge.reason === 'page_in_use'
        ? own[merge.reason]({ lbn: merge.lbn, kind: kindName(merge.kind) })
        : kinds[merge.kind]({ lbn: merge.lbn });
    const into = merge.into ?? (merge.kind === 'full' ? null : merge.log);
    return {
      tone: merge.kind,
      title,
      into: into === null ? '' : m.stage_banner_into({ block: into }),
      copied: merge.copied,
      copies: merge.copies,
    };
  }
  if (inner) {
    const { superblock, compaction, pbn: block, copied, copies, blocks, until } = inner;
    const title =
      block === null
        ? m.stage_banner_compaction({ superblock })
        : compaction
          ? m.stage_banner_compaction_block({ superblock, block })
          : m.stage_banner_inner({ superblock, block });
    return {
      tone: compaction ? 'full' : copies === 0 ? 'switch' : 'partial',
      title,
      into: m.stage_banner_blocks({ blocks, until }),
      copied,
      copies: block === null ? null : copies,
    };
  }
  if (wear) {
    const { from, to, copied, copies } = wear;
    const title = m.stage_banner_wear({ block: from });
    return { tone: 'copy', title, into: m.stage_banner_into({ block: to }), copied, copies };
  }
  if (!gc) return null;
  const { copied, copies } = gc;
  return { tone: 'copy', title: m.stage_banner_gc({ block: gc.pbn }), into: '', copied, copies };
}

function kindName(kind: MergeKind): string {
  return { switch: m.stage_kind_switch, partial: m.stage_kind_partial, full: m.stage_kind_full }[kind]();
}
