/** The fields of declared options: of the schemes, the write buffers and the I/O schedulers. */
import { BUFFER_WORDS, OPTION_WORDS, type OptionWords, SCHEDULER_WORDS } from '../../i18n/option-words';
import { choiceValues } from '../../model/scenario/option-values';
import {
  BUFFERS,
  type OptionField,
  type OptionFields,
  SCHEDULERS,
  SCHEMES,
} from '../../protocol/generated/schemes';
import type { Field, Group, Input } from './fields';

export const FTL_FIELDS: readonly Field[] = fieldsOfKinds('ftl', SCHEMES, OPTION_WORDS);

export const BUFFER_FIELDS: readonly Field[] = fieldsOfKinds('buffer', BUFFERS, BUFFER_WORDS);

export const SCHEDULER_FIELDS: readonly Field[] = fieldsOf(
  'host',
  'host.scheduler',
  { of: { type: 'choice', kinds: SCHEDULERS }, default: 'noop', needed: null, changes: false },
  SCHEDULER_WORDS,
);

/** An option that several kinds declare alike is one field; otherwise there is one for each: another default, say. */
function fieldsOfKinds(
  group: Group,
  declared: Record<string, OptionFields>,
  words: Record<string, OptionWords>,
): Field[] {
  return Object.entries(words).flatMap(([name, words]) => {
    const alike = new Map<string, string[]>();
    for (const [kind, { [name]: own }] of Object.entries(declared)) {
      const key = own && JSON.stringify(own);
      if (key) alike.set(key, [...(alike.get(key) ?? []), kind]);
    }
    return [...alike].flatMap(([own, kinds]) =>
      fieldsOf(group, `${group}.${name}`, JSON.parse(own) as OptionField, words).map((field) => ({
        ...field,
        kinds,
      })),
    );
  });
}

function fieldsOf(
  group: Group,
  path: string,
  { of, default: fallback }: OptionField,
  words: OptionWords,
): Field[] {
  const partOf = (name: string, part: OptionField) =>
    fieldsOf(group, `${path}.${name}`, part, words.parts?.[name] ?? {});
  if (of.type === 'group') {
    // Without its first member there is no such part; the others are shown where there is one.
    const members = Object.entries(of.fields).map(([name, member]) => partOf(name, member));
    return members.flatMap(([first, ...parameters], i): Field[] => {
      if (!first) return [];
      const own: Field =
        i === 0 ? { ...first, whole: path, fallback: 'none' } : { ...first, of: [path, null] };
      return [own, ...parameters];
    });
  }
  const field: Field = {
    path,
    group,
    label: words.label ?? (() => path),
    ...(words.help && { help: words.help }),
    ...(words.unit && { unit: words.unit }),
    input: inputOf(of),
    ...(of.type === 'whole' && { bounds: { from: of.least } }),
    ...(of.type === 'number' && { bounds: { from: of.from, to: of.to } }),
    ...(fallback !== null && { fallback: String(fallback) }),
  };
  if (of.type !== 'choice') return [field];
  const parameters = Object.entries(of.kinds).flatMap(([kind, fields]) =>
    Object.entries(fields).flatMap(([name, parameter]) =>
      partOf(name, parameter).map((each): Field => ({ ...each, of: [path, kind] })),
    ),
  );
  return [field, ...parameters];
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
