/** The icons of the page, 16 dots square, drawn in the colour of the text beside them. The name of what they do is beside them, or is the button's label. */

/** A line; where it begins with `!`, a filled shape. */
const ICONS = {
  more: [],
  search: ['M10.2 10.2 13.5 13.5M11.2 7a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0z'],
  share: ['M8 9.5V2.5M5.2 5 8 2.2 10.8 5M3 9.5v3a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1v-3'],
  pencil: ['m3 13 .6-2.6L10.8 3.2a1 1 0 0 1 1.4 0l.6.6a1 1 0 0 1 0 1.4L5.6 12.4z'],
  down: ['m4.5 6.5 3.5 3.5 3.5-3.5'],
  right: ['M3 8h9.5M9 4.5 12.5 8 9 11.5'],
  check: ['m3.5 8.5 3 3 6-7'],
  cross: ['m4 4 8 8M12 4l-8 8'],
  play: ['!M5 3.2v9.6a.6.6 0 0 0 .9.5l7.4-4.8a.6.6 0 0 0 0-1L5.9 2.7a.6.6 0 0 0-.9.5z'],
  pause: ['!M4.5 3h2.4v10H4.5zM9.1 3h2.4v10H9.1z'],
  step: ['!M3.5 4v8l6-4z', 'M11.5 4v8'],
  back: ['!M12.5 4v8l-6-4z', 'M4.5 4v8'],
  forward: ['!M2.5 4v8L7.4 8zM7.6 4v8l4.9-4z', 'M13.8 4v8'],
  rewind: ['!M13.5 4v8L8.6 8zM8.4 4v8L3.5 8z', 'M2.2 4v8'],
  target: [
    'M13.3 8A5.3 5.3 0 1 1 2.7 8a5.3 5.3 0 0 1 10.6 0z',
    '!M9.8 8a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0z',
  ],
  hit: ['!M1 7h4V3.5L9.5 8 5 12.5V9H1zM12.5 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z'],
  hitBack: ['!M15 7h-4V3.5L6.5 8l4.5 4.5V9h4zM3.5 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6z'],
  breakpoint: ['M13.3 8A5.3 5.3 0 1 1 2.7 8a5.3 5.3 0 0 1 10.6 0zM5.5 8h5'],
  warning: ['M8 2.8 14 13H2zM8 6.8v2.7', '!M8.8 11.3a.8.8 0 1 1-1.6 0 .8.8 0 0 1 1.6 0z'],
  help: ['M6 6.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4', '!M8.9 11.8a.9.9 0 1 1-1.8 0 .9.9 0 0 1 1.8 0z'],
  file: ['M4 2.5h5L12.5 6v7.5H4zM9 2.5V6h3.5'],
  chart: ['M3 13V8M8 13V3M13 13V6'],
  table: ['M3.5 3h9a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM2.5 6.5h11M7 6.5V13'],
  screen: ['M2 3h12M3 3v7.5h10V3M8 10.5V13M5.5 13.5h5'],
  learn: ['M1.5 6.2 8 3.2l6.5 3L8 9.2zM4.2 7.6v3.3c1 .9 2.3 1.4 3.8 1.4s2.8-.5 3.8-1.4V7.6'],
  terminal: ['m3 5 3 3-3 3M8 11.5h5'],
  lock: [
    'M4.5 7h7a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  ],
  grid: ['M2.5 2.5H7V7H2.5zM9 2.5h4.5V7H9zM2.5 9H7v4.5H2.5zM9 9h4.5v4.5H9z'],
  columns: [
    'M3.5 3H6a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM10 3h2.5a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H10a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z',
  ],
  hand: [
    'M5.5 8.5V4a1 1 0 0 1 2 0v3.5V3a1 1 0 0 1 2 0v4.5-3a1 1 0 0 1 2 0V10c0 2.2-1.4 3.7-3.6 3.7-1.7 0-2.6-.7-3.4-2L2.9 9.3c-.5-1 .7-1.7 1.4-.9z',
  ],
  hint: ['M6 12.5h4M6.5 14.2h3M5.8 10.5C4.6 9.7 4 8.6 4 7.2a4 4 0 0 1 8 0c0 1.4-.6 2.5-1.8 3.3z'],
  flag: ['M4 14V2.5h7.5L10 5.2l1.5 2.8H4'],
} satisfies Record<string, readonly string[]>;

export type IconName = keyof typeof ICONS;

/** The lines of an icon, for a canvas. */
export function iconLines(name: IconName): readonly string[] {
  return ICONS[name];
}

/** `size`: in pixels beside text of 13 pixels; it grows with the text. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  const side = `calc(var(--t-13) * ${size / 13})`;
  return (
    <svg className="icon" viewBox="0 0 16 16" style={{ width: side, height: side }} aria-hidden="true">
      {name === 'more' &&
        [3.2, 8, 12.8].map((x) => <circle key={x} className="solid" cx={x} cy="8" r="1.3" />)}
      {ICONS[name].map((line: string) =>
        line.startsWith('!') ? (
          <path key={line} className="solid" d={line.slice(1)} />
        ) : (
          <path key={line} d={line} />
        ),
      )}
    </svg>
  );
}

/** The mark of the lab: two pages in place, one that moves now. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 20" width="25" height="21" aria-hidden="true">
      <rect x="0.5" y="1" width="10" height="5" rx="1.4" fill="var(--ink)" />
      <rect x="0.5" y="13.5" width="10" height="5" rx="1.4" fill="var(--trans)" />
      <rect x="1" y="7.7" width="9" height="4.2" rx="1.2" fill="none" stroke="var(--line-2)" />
      <rect
        x="13"
        y="7.3"
        width="10.5"
        height="5.2"
        rx="1.4"
        fill="var(--now)"
        stroke="var(--now-edge)"
        strokeWidth="0.7"
      />
    </svg>
  );
}
