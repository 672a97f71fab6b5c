/** Words about the addresses of copies. */
import { decimal, integer, percent } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import type { AddressesIn } from '../../../protocol/generated/AddressesIn';
import type { Ledger } from '../../../protocol/generated/Ledger';
import type { LedgerCounts } from '../../../protocol/generated/LedgerCounts';
import type { LedgerRange } from '../../../protocol/generated/LedgerRange';

/** Copies for the page writes of the host; then how few pages have most of them. */
export function sentences({ all, copied_pages, hot, translation }: Ledger): string[] {
  if (all.copies === 0) return [m.addresses_none({ n: all.writes, writes: integer(all.writes) })];
  return [
    m.addresses_all({
      n: all.copies,
      copies: integer(all.copies),
      pages: integer(copied_pages),
      writes: integer(all.writes),
    }),
    ...hot.map(({ copies, pages }) =>
      m.addresses_hot({
        share: percent(copies),
        n: pages,
        pages: integer(pages),
        of: percent(pages / copied_pages, 1),
      }),
    ),
    ...(translation.total > 0
      ? [m.addresses_translation({ n: translation.total, programs: integer(translation.total) })]
      : []),
  ];
}

/** Of devices, by their numbers. */
export type Names = ReadonlyMap<number, string>;

/** "1,048,576 to 2,097,151", with the device where there are several. */
export function placeText(range: LedgerRange, names: Names): string {
  const { from, to } = range;
  return onDevice(m.addresses_from_to({ from: integer(from), to: integer(to - 1) }), range, names);
}

/** Where the lowest range begins, and the highest ends. */
export function axesText({ ranges: [first, ...others], unit }: Ledger, names: Names): string {
  if (!first) return '';
  const last = others.at(-1) ?? first;
  return m.addresses_axes({
    unit: unitText(unit),
    from: onDevice(integer(first.from), first, names),
    to: onDevice(integer(last.to - 1), last, names),
  });
}

function onDevice(place: string, { device }: LedgerRange, names: Names): string {
  return device === null ? place : m.addresses_on({ device: names.get(device) ?? integer(device), place });
}

export function unitText(unit: AddressesIn): string {
  return m.addresses_unit({ unit });
}

/** Copies for each page write. */
export function rateText({ copies, writes }: LedgerCounts): string {
  return writes > 0 ? decimal(copies / writes) : m.metrics_none();
}
