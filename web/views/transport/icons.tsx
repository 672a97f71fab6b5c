/** The transport's signs, drawn on a 16 by 16 grid. */
const PATHS = {
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  step: 'M3 3l6.5 5L3 13zM11 3h2v10h-2z',
  stepBack: 'M13 3L6.5 8l6.5 5zM3 3h2v10H3z',
  next: 'M2 3l5 5-5 5zM8 3l5 5-5 5zM13.2 3h1.6v10h-1.6z',
  previous: 'M14 3L9 8l5 5zM8 3L3 8l5 5zM1.2 3h1.6v10H1.2z',
  runTo: 'M2 7h6V3.5L13 8l-5 4.5V9H2zM13.2 3h1.6v10h-1.6z',
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
