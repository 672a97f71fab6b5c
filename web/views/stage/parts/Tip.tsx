/** The words about the sprite under the pointer, beside it. */
import css from '../stage.module.css';

export interface Tip {
  x: number;
  y: number;
  facts: string[];
}

/** `width`: of the room it is in. */
export function Tooltip({ tip, width }: { tip: Tip; width: number }) {
  const left = tip.x > width * 0.6;
  return (
    <div
      className={css.tip}
      aria-hidden="true"
      style={{
        insetInlineStart: left ? undefined : tip.x + 14,
        insetInlineEnd: left ? width - tip.x + 14 : undefined,
        top: tip.y + 14,
      }}
    >
      {tip.facts.map((fact) => (
        <div key={fact}>{fact}</div>
      ))}
    </div>
  );
}
