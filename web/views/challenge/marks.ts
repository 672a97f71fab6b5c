/** The scale of a round: where the bound, the best choices found, the person and the scheme are on it. */

import type { ChallengeShown } from '../../protocol/generated/ChallengeShown';
import type { Optimum } from '../../protocol/generated/Optimum';

export interface Mark {
  is: 'bound' | 'best' | 'proven' | 'you' | 'scheme';
  cost: number;
  /** Its place from the left, and that of the middle of its name; in percent. */
  at: number;
  named: number;
  /** Whether its name is above. */
  above: boolean;
}

/** From the edges to the least and the greatest. */
const EDGE = 8;
/** Names that are nearer than this, on one side, would touch; their middles are this far from the edges. */
const APART = 38;
const HALF = 15;

/** In order of cost, the names above and below by turns. */
export function marksOf(
  { total }: Pick<ChallengeShown, 'total'>,
  optimum: Pick<Optimum, 'cost' | 'bound' | 'proven'> | null,
): Mark[] {
  const known: Pick<Mark, 'is' | 'cost'>[] = [];
  if (optimum?.proven) known.push({ is: 'proven', cost: optimum.cost });
  else if (optimum) known.push({ is: 'bound', cost: optimum.bound }, { is: 'best', cost: optimum.cost });
  known.push({ is: 'you', cost: total.person }, { is: 'scheme', cost: total.scheme });
  known.sort((a, b) => a.cost - b.cost);
  const [least, most] = [known[0]?.cost ?? 0, known.at(-1)?.cost ?? 0];
  const marks = known.map((mark, index): Mark => {
    const at = most === least ? 50 : EDGE + ((100 - 2 * EDGE) * (mark.cost - least)) / (most - least);
    return { ...mark, at, named: Math.max(HALF, Math.min(100 - HALF, at)), above: index % 2 === 0 };
  });
  // At most two on each side: they move apart, within the edges.
  for (const side of [true, false]) {
    const [left, right] = marks.filter(({ above }) => above === side);
    if (!left || !right || right.named - left.named >= APART) continue;
    const middle = (left.named + right.named) / 2;
    left.named = Math.max(HALF, Math.min(100 - HALF - APART, middle - APART / 2));
    right.named = left.named + APART;
  }
  return marks;
}
