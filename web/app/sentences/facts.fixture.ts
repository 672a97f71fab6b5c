/** Holds the texts that are shown to the facts that they are about. */
import { expect } from 'vitest';
import { recognised, shows } from './recognise.fixture';

export type Figures = Readonly<Record<string, number | string>>;

/** By the key of a message: its figures where it is true, `null` where it is not. Worked out from what was counted or asked for. */
export type Facts<Of> = Readonly<Record<string, (of: Of) => Figures | null>>;

export function holding() {
  const met = new Set<string>();
  return {
    /** Each text is a fact that is true, with its figures; and all that are true are shown. */
    hold<Of>(texts: readonly string[], facts: Facts<Of>, of: Of): void {
      const shown = texts.map((text) => ({ text, ...recognised(text, Object.keys(facts)) }));
      const expected = Object.entries(facts).flatMap(([key, fact]) => (fact(of) ? [key] : []));
      expect(shown.map(({ key }) => key).toSorted()).toEqual(expected.toSorted());
      for (const { key, values, text } of shown) {
        met.add(key);
        for (const [name, figure] of Object.entries(facts[key]?.(of) ?? {})) {
          const value = values[name] ?? '';
          const right = typeof figure === 'string' ? [figure, '*'].includes(value) : shows(value, figure);
          expect(right, `${name} is ${figure} in “${text}”`).toBe(true);
        }
      }
    },
    /** One that was shown, and was held to its facts elsewhere. */
    meet: (key: string) => void met.add(key),
    /** Those of which no case was true: they were not tested. */
    unmet: (...facts: Facts<never>[]) =>
      facts.flatMap((each) => Object.keys(each).filter((key) => !met.has(key))),
  };
}
