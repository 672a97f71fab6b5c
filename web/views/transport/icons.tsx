/** The transport's signs, drawn on a 16 by 16 grid. */
const PATHS = {
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  step: 'M3 3l6.5 5L3 13zM11 3h2v10h-2z',
  stepBack: 'M13 3L6.5 8l6.5 5zM3 3h2v10H3z',
  next: 'M2 3l5 5-5 5zM8 3l5 5-5 5zM13.2 3h1.6v10h-1.6z',
  previous: 'M14 3L9 8l5 5zM8 3L3 8l5 5zM1.2 3h1.6v10H1.2z',
  runTo: 'M2 7h6V3.5L13 8l-5 4.5V9H2zM13.2 3h1.6v10h-1.6z',
  breakOff: 'M8 2a6 6 0 100 12A6 6 0 008 2zm0 2a4 4 0 110 8 4 4 0 010-8z',
  breakOn: 'M8 2a6 6 0 100 12A6 6 0 008 2z',
  nextHit: 'M1 7h4V3.5L9.5 8 5 12.5V9H1zM12.5 5a3 3 0 100 6 3 3 0 000-6z',
  previousHit: 'M15 7h-4V3.5L6.5 8l4.5 4.5V9h4zM3.5 5a3 3 0 100 6 3 3 0 000-6z',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
