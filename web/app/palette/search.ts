/** The items that match the typed text, and the target of a number. */
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { validCopy } from '../../protocol/frame';
import type { LabStore, Selection } from '../../state/lab/lab';
import type { Command, Group } from './commands';

/** Letters and numbers by themselves: `lpn12` finds what `lpn 12` finds. */
function wordsOf(input: string): string[] {
  return input.toLocaleLowerCase().match(/\d+|[^\d\s]+/g) ?? [];
}

/** Whether every word typed is somewhere in the name, numbers as a whole. */
export function matches(name: string, input: string): boolean {
  const own = name.toLocaleLowerCase();
  const numbers: string[] = own.match(/\d+/g) ?? [];
  return wordsOf(input).every((word) => (/^\d/.test(word) ? numbers.includes(word) : own.includes(word)));
}

/** The groups with what matches; in each, what begins with what was typed first. */
export function found(groups: readonly Group[], input: string): Group[] {
  const start = input.trim().toLocaleLowerCase();
  const rank = ({ name }: Command) => (name.toLocaleLowerCase().startsWith(start) ? 0 : 1);
  return groups
    .map(({ name, commands }) => ({
      name,
      commands: commands
        .filter((command) => matches(`${name} ${command.name}`, input))
        .sort((a, b) => rank(a) - rank(b)),
    }))
    .filter(({ commands }) => commands.length > 0);
}

/** Where the number typed may lead: a page as the host or the chip counts it, a block, a request. */
export function places(lab: LabStore, input: string): Group {
  const digits = /\d+/.exec(input)?.[0];
  const slot = lab.getState().slots[0];
  const group = { name: m.palette_go_to(), commands: [] as Command[] };
  if (digits === undefined || !slot) return group;
  const n = Number(digits);
  const { run } = lab.getState();
  const select = (selection: Selection) => {
    lab.getState().select(selection);
    // Its cell of the stage, once it is the active one: it says what is there.
    setTimeout(() => document.querySelector<HTMLElement>('[role=gridcell]')?.focus());
  };
  const { summary, current } = slot;
  const place = (id: string, name: string, last: number, act: () => void): Command => ({
    id: `go ${id}`,
    name,
    ...(n > last && { off: m.palette_beyond({ last: integer(last) }) }),
    act,
  });
  const pages = summary.blocks * summary.pages_per_block;
  group.commands = [
    place('lpn', m.palette_go_lpn({ n: digits }), summary.logical_pages - 1, () => {
      const ppn = validCopy(current, n, summary.pages_per_block);
      select(ppn === null ? { kind: 'lpn', lpn: n } : { kind: 'page', ppn });
    }),
    place('ppn', m.palette_go_ppn({ n: digits }), pages - 1, () => select({ kind: 'page', ppn: n })),
    place('block', m.palette_go_block({ n: digits }), summary.blocks - 1, () =>
      select({ kind: 'block', pbn: n }),
    ),
    place('request', m.palette_go_request({ n: digits }), current.frame.requests, () =>
      run({ to: 'position', position: { request: n, event: 0 } }),
    ),
  ];
  return group;
}
