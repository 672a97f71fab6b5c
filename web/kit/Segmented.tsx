/** Two to four ways of one thing, of which one holds. */
import type { ReactNode } from 'react';

interface SegmentedProps<Value extends string> {
  /** The choice, for screen readers. */
  label: string;
  value: Value;
  options: readonly { value: Value; text: ReactNode; className?: string; off?: boolean }[];
  onChange: (value: Value) => void;
}

export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend would take room
    <div className="segmented" role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={option.className}
          aria-pressed={option.value === value}
          disabled={option.off}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
