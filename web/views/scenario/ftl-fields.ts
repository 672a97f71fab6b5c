/** The fields of the options of all schemes, from their declarations. */
import { OPTION_NAMES, OPTION_WORDS, type OptionWords } from '../../i18n/option-words';
import { choiceValues } from '../../model/option-values';
import { FTLS } from '../../model/schemes';
import type { OptionField } from '../../protocol/generated/schemes';
import { SCHEMES } from '../../protocol/generated/schemes';
import type { Field, Input } from './fields';

/** An option that several schemes declare alike is one field, and else one for each: another default, say. */
export const OPTION_FIELDS: readonly Field[] = OPTION_NAMES.flatMap((name) => {
  const alike = new Map<string, string[]>();
  for (const kind of FTLS) {
    const declared = SCHEMES[kind][name];
    const key = declared && JSON.stringify(declared);
    if (key) alike.set(key, [...(alike.get(key) ?? []), kind]);
  }
  return [...alike].flatMap(([declared, kinds]) =>
    fieldsOf(`ftl.${name}`, JSON.parse(declared) as OptionField, OPTION_WORDS[name]).map((field) => ({
      ...field,
      kinds,
    })),
  );
});

function fieldsOf(path: string, { of, default: fallback }: OptionField, words: OptionWords): Field[] {
  if (of.type === 'group') {
    // Without its first member there is no such part; the others are shown where there is one.
    const members = Object.entries(of.fields).map(([name, member]) => partOf(path, name, member, words));
    return members.flatMap(([first, ...parameters], i): Field[] => {
      if (!first) return [];
      const own: Field =
        i === 0 ? { ...first, whole: path, fallback: 'none' } : { ...first, of: [path, null] };
      return [own, ...parameters];
    });
  }
  const field: Field = {
    path,
    group: 'ftl',
    label: words.label ?? (() => path),
    ...(words.help && { help: words.help }),
    ...(words.unit && { unit: words.unit }),
    input: inputOf(of),
    ...(fallback !== null && { fallback: String(fallback) }),
  };
  if (of.type !== 'choice') return [field];
  const parameters = Object.entries(of.kinds).flatMap(([kind, fields]) =>
    Object.entries(fields).flatMap(([name, parameter]) =>
      partOf(path, name, parameter, words).map((each): Field => ({ ...each, of: [path, kind] })),
    ),
  );
  return [field, ...parameters];
}

function partOf(path: string, name: string, part: OptionField, words: OptionWords): Field[] {
  return fieldsOf(`${path}.${name}`, part, words.parts?.[name] ?? {});
}

function inputOf(of: Exclude<OptionField['of'], { type: 'group' }>): Input {
  switch (of.type) {
    case 'whole':
      return { type: 'integer' };
    case 'number':
      return { type: 'number' };
    case 'flag':
      return { type: 'boolean' };
    case 'choice':
      return { type: 'choice', choices: Object.keys(of.kinds), written: choiceValues(of.kinds) };
  }
}
