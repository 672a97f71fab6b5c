/**
 * The mapping tables as columns: what each says, what it points at, and whether the last step changed it. Tables
 * lie on their side, one entry a column, so that they take little of the stage's height.
 */
import { bufferName } from '../../i18n/buffer-names';
import { m } from '../../i18n/compiled/messages.js';
import { pudText } from '../../model/sentences/buffer';
import type { BufferGroupShown } from '../../protocol/generated/BufferGroupShown';
import type { BufferShown } from '../../protocol/generated/BufferShown';
import type { CmtEntryShown } from '../../protocol/generated/CmtEntryShown';
import type { Frame } from '../../protocol/generated/Frame';
import type { FtlKind } from '../../protocol/generated/FtlKind';

import type { LogBlockShown } from '../../protocol/generated/LogBlockShown';
import type { SuperblockShown } from '../../protocol/generated/SuperblockShown';
import type { SuperblocksShown } from '../../protocol/generated/SuperblocksShown';
import type { Selection } from '../../state/lab/lab';

export interface Column {
  /** Which entry this is, from step to step. */
  key: string;
  head: string;
  cells: string[];
  /** The target of the head, and the target of the entry's value. */
  target: Selection;
  value: Selection | null;
  changed: boolean;
  dirty: boolean;
}

export interface TableLayout {
  id:
    | 'write_buffer'
    | 'block_map'
    | 'superblocks'
    | 'inner_maps'
    | 'page_map'
    | 'log_map'
    | 'log_blocks'
    | 'recency'
    | 'cmt'
    | 'gtd';
  title: string;
  caption: string;
  /** Names of the lines, the head's first. */
  lines: string[];
  columns: Column[];
  /** The words when it has no column. */
  empty: string;
}

export function tablesLayout(
  frame: Frame,
  before: Frame | null,
  pagesPerBlock: number,
  ftl: FtlKind | null = null,
): TableLayout[] {
  const { tables } = frame;
  const old = before?.tables ?? null;
  const page = (ppn: number) => `B${Math.floor(ppn / pagesPerBlock)}.${ppn % pagesPerBlock}`;
  const out: TableLayout[] = [];
  if (frame.buffer) out.push(bufferTable(frame.buffer, before?.buffer ?? null, pagesPerBlock));

  if (tables.block_map) {
    out.push({
      id: 'block_map',
      title: m.tables_block_map(),
      caption: tables.chains ? m.tables_chains_caption() : m.tables_block_map_caption(),
      lines: [m.tables_lbn(), m.tables_block(), ...(tables.chains ? [m.tables_chain()] : [])],
      empty: m.tables_none(),
      columns: tables.block_map.map((pbn, index) => {
        const lbn = tables.from_lbn + index;
        const previous = old?.block_map?.[lbn - old.from_lbn];
        const chain = tables.chains && chainText(tables.chains[index]);
        const link = old?.chains && chainText(old.chains[lbn - old.from_lbn]);
        return {
          key: String(lbn),
          head: String(lbn),
          cells: [pbn === null ? '–' : `B${pbn}`, ...(chain ? [chain] : [])],
          target: { kind: 'lbn', lbn },
          value: pbn === null ? null : { kind: 'block', pbn },
          changed: previous !== undefined && (previous !== pbn || (chain ?? link) !== link),
          dirty: false,
        };
      }),
    });
  }

  if (tables.superblocks)
    out.push(...superblockTables(tables.superblocks, old?.superblocks ?? null, pagesPerBlock));

  if (tables.page_map) {
    // In a hybrid FTL it is the log map, and mostly empty: only its entries are shown.
    const hybrid = tables.block_map !== null;
    const inner = tables.superblocks !== null;
    const was = (lpn: number) => old?.page_map?.[lpn - old.from_lpn];
    const columns = tables.page_map.flatMap((ppn, index): Column[] => {
      const lpn = tables.from_lpn + index;
      const previous = was(lpn);
      const changed = previous !== undefined && previous !== ppn;
      if (hybrid && ppn === null && !changed) return [];
      return [
        {
          key: String(lpn),
          head: String(lpn),
          cells: [ppn === null ? '–' : page(ppn)],
          target: { kind: 'lpn', lpn },
          value: ppn === null ? null : { kind: 'page', ppn },
          changed,
          dirty: false,
        },
      ];
    });
    out.push({
      id: hybrid ? 'log_map' : 'page_map',
      title: hybrid ? m.tables_log_map() : inner ? m.tables_inner_map() : m.tables_page_map(),
      caption: hybrid
        ? m.tables_log_map_caption()
        : inner
          ? m.tables_inner_map_caption()
          : m.tables_page_map_caption(),
      lines: [m.tables_lpn(), m.tables_page()],
      empty: hybrid ? m.tables_log_map_empty() : m.tables_none(),
      columns,
    });
  }

  if (tables.log_blocks) {
    const inUse = { used: tables.log_blocks.length, capacity: tables.log_capacity ?? 0 };
    const shared = tables.log_blocks.some(({ role }) => role !== 'log');
    const caption = tables.recency
      ? m.tables_log_blocks_partitions_caption
      : ftl === 'kast'
        ? m.tables_log_blocks_kast
        : shared
          ? m.tables_log_blocks_shared_caption
          : m.tables_log_blocks_caption;
    const sequential = ftl === 'kast' ? m.stage_sequential_kast() : m.tables_sw();
    const heads = headsOf(tables.log_blocks, sequential);
    const before = old?.log_blocks ? headsOf(old.log_blocks, sequential) : null;
    out.push({
      id: 'log_blocks',
      title: m.tables_log_blocks(),
      caption: caption(inUse),
      lines: [m.tables_order(), m.tables_block(), m.tables_lbn()],
      empty: m.tables_log_blocks_empty(),
      columns: tables.log_blocks.map(({ pbn, lbn }) => ({
        key: String(pbn),
        head: heads.get(pbn) ?? '',
        cells: [`B${pbn}`, lbn === null ? '–' : String(lbn)],
        target: { kind: 'block', pbn },
        value: lbn === null ? null : { kind: 'lbn', lbn },
        changed: before !== null && before.get(pbn) !== heads.get(pbn),
        dirty: false,
      })),
    });
  }

  if (tables.recency) {
    const first = old?.recency?.[0];
    out.push({
      id: 'recency',
      title: m.tables_recency(),
      caption: m.tables_recency_caption({
        used: tables.recency.length,
        capacity: tables.recency_capacity ?? 0,
      }),
      lines: [m.tables_lpn()],
      empty: m.tables_recency_empty(),
      columns: tables.recency.map((lpn, index) => ({
        key: String(lpn),
        head: String(lpn),
        cells: [],
        target: { kind: 'lpn', lpn },
        value: null,
        changed: old !== null && index === 0 && first !== lpn,
        dirty: false,
      })),
    });
  }

  if (tables.cmt) {
    const was = new Map(old?.cmt?.map((entry) => [entry.lpn, entry]));
    const segmented = (tables.cmt_protected ?? 0) > 0;
    out.push({
      id: 'cmt',
      title: m.tables_cmt(),
      caption: m.tables_cmt_caption({ used: tables.cmt_used, capacity: tables.cmt_capacity ?? 0 }),
      lines: [m.tables_lpn(), m.tables_page(), ...(segmented ? [m.tables_segment()] : [])],
      empty: m.tables_cmt_empty(),
      columns: tables.cmt.map((entry) => ({
        key: String(entry.lpn),
        head: String(entry.lpn),
        cells: [entry.ppn === null ? '–' : page(entry.ppn), ...(segmented ? [segmentText(entry)] : [])],
        target: { kind: 'lpn', lpn: entry.lpn },
        value: entry.ppn === null ? null : { kind: 'page', ppn: entry.ppn },
        changed: Boolean(old?.cmt) && !sameEntry(was.get(entry.lpn), entry),
        dirty: entry.dirty,
      })),
    });
  }

  if (tables.gtd) {
    const { gtd } = tables;
    out.push({
      id: 'gtd',
      title: m.tables_gtd(),
      caption: m.tables_gtd_caption(),
      lines: [m.tables_tpn(), m.tables_page()],
      empty: m.tables_none(),
      columns: gtd.flatMap((ppn, index) => {
        const tpn = tables.from_tpn + index;
        const previous = old?.gtd?.[tpn - old.from_tpn];
        const value: Selection | null = ppn === null ? null : { kind: 'page', ppn };
        return [
          {
            key: String(tpn),
            head: `T${tpn}`,
            cells: [ppn === null ? '–' : page(ppn)],
            // A translation page that was never written has no place: its first LPN means it.
            target: value ?? { kind: 'lpn', lpn: tpn * (tables.entries_per_translation_page ?? 1) },
            value,
            changed: previous !== undefined && previous !== ppn,
            dirty: false,
          },
        ];
      }),
    });
  }
  return out;
}

/** The content of the write buffer: block groups, or pages one by one. */
function bufferTable(now: BufferShown, old: BufferShown | null, pagesPerBlock: number): TableLayout {
  const names = { name: bufferName(now.kind), used: now.pages, capacity: now.capacity };
  const table = (caption: string, lines: string[], columns: Column[]): TableLayout => ({
    id: 'write_buffer',
    title: m.tables_buffer(),
    caption,
    lines,
    columns,
    empty: m.tables_buffer_empty(names),
  });
  if (!now.groups) {
    const was = new Map(old?.list?.map((page) => [page.lpn, page]));
    const columns = (now.list ?? []).map((page): Column => {
      const leaves = page.lpn === now.next;
      const before = was.get(page.lpn);
      return {
        key: String(page.lpn),
        head: String(page.lpn),
        cells: [String(page.version), leaves ? m.tables_buffer_leaves_next() : '–'],
        target: { kind: 'lpn', lpn: page.lpn },
        value: null,
        changed: old !== null && (before?.version !== page.version || before.dirty !== page.dirty),
        dirty: page.dirty,
      };
    });
    const lines = [m.tables_lpn(), m.tables_buffer_version(), m.tables_buffer_leaves()];
    return table(m.tables_buffer_pages_caption(names), lines, columns);
  }
  const fate = (group: BufferGroupShown) => {
    if (now.next !== null && group.pages[0]?.lpn === now.next) return m.tables_buffer_leaves_next();
    return group.frequent ? m.tables_buffer_stays() : null;
  };
  const cells = (group: BufferGroupShown) => {
    const [lpns, said] = [lpnsOf(group), fate(group)];
    if (group.pud === null) return [lpns, said ?? '–'];
    return [lpns, said ? `${pudText(group.pud)} · ${said}` : pudText(group.pud)];
  };
  const was = new Map(old?.groups?.map((group) => [group.lbn, lpnsOf(group)]));
  return table(
    m.tables_buffer_groups_caption(names),
    [
      m.tables_buffer_group(),
      m.tables_buffer_lpns(),
      now.threshold === null ? m.tables_buffer_leaves() : m.tables_buffer_pud(),
    ],
    now.groups.map((group) => ({
      key: String(group.lbn),
      head: String(group.lbn),
      cells: cells(group),
      target: { kind: 'lbn', lbn: group.lbn },
      value: { kind: 'lpn', lpn: group.pages[0]?.lpn ?? group.lbn * pagesPerBlock },
      changed: old !== null && was.get(group.lbn) !== lpnsOf(group),
      dirty: false,
    })),
  );
}

/** The ends of a longer run of pages describe it. */
const LISTED = 4;

function lpnsOf({ pages }: BufferGroupShown): string {
  const runs: number[][] = [];
  for (const { lpn } of pages) {
    const last = runs.at(-1);
    if (last?.at(-1) === lpn - 1) last.push(lpn);
    else runs.push([lpn]);
  }
  return runs.map((run) => (run.length > LISTED ? `${run[0]}–${run.at(-1)}` : run.join(' '))).join(' ');
}

/** The blocks of each superblock, and the inner maps that are in SRAM. */
function superblockTables(
  now: SuperblocksShown,
  old: SuperblocksShown | null,
  pagesPerBlock: number,
): TableLayout[] {
  const name = (pbn: number | null) => (pbn === null ? '–' : `B${pbn}`);
  const cellsOf = (group: SuperblockShown, shown: SuperblocksShown, superblock: number) => {
    const order = shown.written.indexOf(superblock) + 1;
    return [
      group.blocks.slice(0, shown.blocks_per_superblock).map(name).join(' ') || '–',
      group.blocks.slice(shown.blocks_per_superblock).map(name).join(' ') || '–',
      name(group.host),
      name(group.copies),
      order > 0 ? String(order) : '–',
    ];
  };
  const first = (superblock: number) => superblock * now.blocks_per_superblock * pagesPerBlock;
  const target = (superblock: number): Selection => ({ kind: 'lpn', lpn: first(superblock) });
  const inUse = { used: now.update_blocks, capacity: now.update_capacity };
  const before = old?.cached ?? null;
  return [
    {
      id: 'superblocks',
      title: m.tables_superblocks(),
      caption: m.tables_superblocks_caption(inUse),
      lines: [
        m.tables_superblock(),
        m.tables_data_blocks(),
        m.tables_update_blocks(),
        m.tables_host_block(),
        m.tables_copy_block(),
        m.tables_order(),
      ],
      empty: m.tables_none(),
      columns: now.groups.map((group, index) => {
        const superblock = now.from + index;
        const cells = cellsOf(group, now, superblock);
        const was = old?.groups[superblock - old.from];
        return {
          key: String(superblock),
          head: String(superblock),
          cells,
          target: target(superblock),
          value: group.host === null ? null : { kind: 'block', pbn: group.host },
          changed: old !== null && was !== undefined && cellsOf(was, old, superblock).join() !== cells.join(),
          dirty: false,
        };
      }),
    },
    {
      id: 'inner_maps',
      title: m.tables_cached_maps(),
      caption: m.tables_cached_maps_caption({ used: now.cached.length, capacity: now.cached_capacity }),
      lines: [m.tables_superblock(), m.tables_lpn()],
      empty: m.tables_cached_maps_empty(),
      columns: now.cached.map((superblock, index) => ({
        key: String(superblock),
        head: String(superblock),
        cells: [`${first(superblock)}–${first(superblock + 1) - 1}`],
        target: target(superblock),
        value: null,
        changed: before !== null && index === now.cached.length - 1 && before.at(-1) !== superblock,
        dirty: false,
      })),
    },
  ];
}

/** The label over each log block: its kind, or its place in the order of merging where there is one. */
function headsOf(logs: LogBlockShown[], sequential: string): Map<number, string> {
  let order = 0;
  return new Map(
    logs.map(({ pbn, role }) => {
      if (role === 'sequential_log') return [pbn, sequential];
      if (role === 'hot_log') return [pbn, m.tables_hot()];
      if (role === 'cold_log') return [pbn, m.tables_cold()];
      order += 1;
      return [pbn, String(order)];
    }),
  );
}

/** The blocks that follow the data block in a chain. */
function chainText(blocks: readonly number[] | undefined): string {
  return blocks && blocks.length > 0 ? blocks.map((pbn) => `B${pbn}`).join(' ') : '–';
}

function segmentText(entry: CmtEntryShown): string {
  return entry.segment === 'protected' ? m.tables_segment_protected() : m.tables_segment_probationary();
}

function sameEntry(a: CmtEntryShown | undefined, b: CmtEntryShown): boolean {
  return a !== undefined && a.ppn === b.ppn && a.dirty === b.dirty && a.segment === b.segment;
}

/** This many columns are in the document at once. */
export const MOST_COLUMNS = 120;

/** In a hall nothing can be scrolled: a map is there whole, or a sample of its entries. */
export function mostInAHall(count: number): number {
  return count > 24 ? 8 : count;
}

/** Which columns to show: a window that keeps `from`, moved as little as brings `index` (if any) into it. */
export function columnWindow(
  count: number,
  from: number,
  index: number,
  most = MOST_COLUMNS,
): { from: number; to: number } {
  let start = Math.max(0, Math.min(from, count - most));
  if (index >= 0 && (index < start || index >= start + most)) {
    start = Math.max(0, Math.min(count - most, index - Math.floor(most / 2)));
  }
  return { from: start, to: Math.min(count, start + most) };
}
