/** The options of an FTL that change between two requests, from their declarations; the engine says what is allowed. */
import { OPTION_NAMES, OPTION_WORDS, type OptionWords } from '../../i18n/option-words';
import { isObject, type Json, type ScenarioDocument } from '../../model/scenario/document';
import { plain as text } from '../../model/scenario/mid-run';
import { choiceValues } from '../../model/scenario/option-values';
import { FTLS } from '../../model/schemes';
import type { FtlOptions } from '../../protocol/generated/FtlOptions';
import { type OptionFields, type OptionType, SCHEMES } from '../../protocol/generated/schemes';

export interface Option {
  name: keyof FtlOptions;
  label: () => string;
  /** Its values, as JSON and as they are called; a number is typed in. */
  values: readonly (readonly [json: string, text: string])[] | { least: number };
}

/** Those of a scheme, given its options now, with their defaults; none of some schemes. */
export function optionsOf(ftl: ScenarioDocument): Option[] {
  const kind = FTLS.find((each) => each === ftl.kind);
  const declared: OptionFields = kind ? SCHEMES[kind] : {};
  return OPTION_NAMES.flatMap((name): Option[] => {
    const [option, now] = [declared[name], ftl[name]];
    // A field that the scenario lacks has no meaning beside its other options, or is a part that cannot be added in
    // the middle of a run.
    if (!option?.changes || now === undefined || now === null) return [];
    const values = valuesOf(option.of, now);
    const label = labelOf(OPTION_WORDS[name]);
    return values && label ? [{ name: name as keyof FtlOptions, label, values }] : [];
  });
}

function valuesOf(of: OptionType, now: Json): Option['values'] | null {
  switch (of.type) {
    case 'whole':
      return { least: of.least };
    case 'number':
      return { least: of.from };
    case 'flag':
      return named([true, false]);
    case 'choice':
      return named(alternatives(of.kinds, now, (value) => value, true));
    case 'group': {
      if (!isObject(now)) return null;
      const others = Object.entries(of.fields).flatMap(([name, { of: member }]) =>
        member.type === 'choice'
          ? alternatives(member.kinds, now[name], (value) => ({ ...now, [name]: value }), false)
          : [],
      );
      return others.length > 0 ? named([now, ...others]) : null;
    }
  }
}

/** The values of a choice, made into those of the option; the current one has the parameters it has now, or is left out. */
function alternatives(
  kinds: Record<string, OptionFields>,
  now: Json | undefined,
  made: (value: Json) => Json,
  present: boolean,
): Json[] {
  const own = isObject(now) ? now.kind : now;
  return Object.entries(choiceValues(kinds)).flatMap(([name, value]) => {
    if (name !== own) return [made(value)];
    return present && now !== undefined ? [made(now)] : [];
  });
}

/** A group is called as its first part, which means it in the scenario's form. */
function labelOf({ label, parts = {} }: OptionWords): (() => string) | undefined {
  return label ?? Object.values(parts)[0]?.label;
}

/** Another value than the current one, to begin with. */
export function another({ name, values }: Option, ftl: ScenarioDocument): string {
  const now = JSON.stringify(ftl[name] ?? null);
  if ('least' in values) return JSON.stringify(Number(now) + 1);
  return values.find(([json]) => json !== now)?.[0] ?? now;
}

function named(values: readonly Json[]): (readonly [string, string])[] {
  return values.map((value) => [JSON.stringify(value), text(value)] as const);
}
