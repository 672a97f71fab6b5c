import type { Preset } from '../../../model/plans/batch-compare';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { variantName } from '../words';

interface RunSelectProps {
  label: string;
  runs: readonly BatchComparison[];
  preset: Preset;
  /** Which of them is asked about. */
  chosen: number;
  onChoose: (chosen: number) => void;
  off: boolean;
}

/** The run that a question is about. */
export function RunSelect({ label, runs, preset, chosen, onChoose, off }: RunSelectProps) {
  return (
    <select
      aria-label={label}
      value={chosen}
      disabled={off}
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      {runs.map(({ variant }, i) => (
        <option key={variantName(variant, preset)} value={i}>
          {variantName(variant, preset)}
        </option>
      ))}
    </select>
  );
}
