/**
 * Where a position lies in a JSON text that is still being written: in which member of which part, at its key or its value. The text
 * may lack commas, quotes and brackets, since that is when suggestions are wanted.
 */
import type { Json, ScenarioDocument } from '../../../model/scenario/document';

/** A key or a value that is no object and no list. */
interface Token {
  from: number;
  /** Behind it, with its quotes. */
  to: number;
  text: string;
  /** A text in quotes; the second one may be missing. */
  quoted: boolean;
}

interface Part {
  list: boolean;
  from: number;
  /** Behind its bracket, or the end of the text. */
  to: number;
  members: Member[];
  /** The member of another part that this one is. */
  of: { part: Part; index: number } | null;
}

interface Member {
  /** Where it begins: behind a bracket or a comma, or with a key that has no comma before it. */
  from: number;
  key: Token | null;
  colon: number | null;
  value: Token | Part | null;
}

/** A part on the path to a place: its plain members, and the member that leads there. */
export interface Step {
  holds: ScenarioDocument;
  key: string | number;
}

export interface Place {
  /** From the whole document down; the last step is the member that the place belongs to. */
  steps: Step[];
  at: 'key' | 'value';
  /** The text there now; `null`: nothing. */
  token: Token | null;
  /** For a key: whether a value or a colon follows. */
  hasValue: boolean;
}

/** Where `position` lies; `null`: in no object. */
export function placeIn(text: string, position: number): Place | null {
  let part: Part | null = read(text);
  for (;;) {
    const inner: Part | undefined = part?.members
      .map(({ value }) => value)
      .find((value): value is Part => isPart(value) && value.from < position && position < value.to);
    if (!inner) break;
    part = inner;
  }
  if (!part || position <= part.from || position >= part.to) return null;
  const index = Math.max(
    0,
    part.members.findLastIndex(({ from }) => from <= position),
  );
  const member = part.members[index];
  const steps: Step[] = [{ holds: holdsOf(part), key: part.list ? index : (member?.key?.text ?? '') }];
  for (let { of } = part; of; of = of.part.of) {
    const { members, list } = of.part;
    steps.unshift({ holds: holdsOf(of.part), key: list ? of.index : (members[of.index]?.key?.text ?? '') });
  }
  const on = (token: Member['value']) =>
    token !== null && !isPart(token) && token.from <= position && position <= token.to ? token : null;
  const key = on(member?.key ?? null);
  const behindColon = part.list || (member?.colon != null && position > member.colon);
  if (key || !behindColon)
    return { steps, at: 'key', token: key, hasValue: key !== null && member?.colon != null };
  return { steps, at: 'value', token: on(member?.value ?? null), hasValue: member?.value != null };
}

/** The keys of the object at a place, without that of the place itself. */
export function otherKeys({ steps }: Place): string[] {
  const last = steps.at(-1);
  return Object.keys(last?.holds ?? {}).filter((key) => key !== last?.key);
}

function isPart(value: Member['value']): value is Part {
  return value !== null && 'members' in value;
}

/** The members of an object; of a part that is a member, only that it is there. */
function holdsOf({ list, members }: Part): ScenarioDocument {
  if (list) return {};
  const entries = members.flatMap(({ key, value }): [string, Json][] => {
    if (!key) return [];
    return [[key.text, value === null || isPart(value) ? null : plain(value)]];
  });
  return Object.fromEntries(entries);
}

function plain({ text, quoted }: Token): Json {
  if (quoted) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** A text in quotes up to its end, at most the end of its line; a word or number; a bracket, comma or colon. */
const TOKENS = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g;

/** The outermost part of a text. */
function read(text: string): Part | null {
  let outermost: Part | null = null;
  let part: Part | null = null;
  const put = (value: Token | Part) => {
    const last = part?.members.at(-1);
    if (last) last.value = value;
  };
  for (const { 0: token, index: from } of text.matchAll(TOKENS)) {
    const to = from + token.length;
    const last: Member | undefined = part?.members.at(-1);
    switch (token) {
      case '{':
      case '[': {
        const of: Part['of'] = part && { part, index: part.members.length - 1 };
        const opened: Part = { list: token === '[', from, to: text.length + 1, members: [], of };
        opened.members.push({ from: to, key: null, colon: null, value: null });
        if (part) put(opened);
        outermost ??= opened;
        part = opened;
        break;
      }
      case '}':
      case ']':
        if (part) {
          part.to = to;
          part = part.of?.part ?? null;
        }
        break;
      case ',':
        part?.members.push({ from: to, key: null, colon: null, value: null });
        break;
      case ':':
        if (!part || part.list || !last) break;
        // Behind `"a":` without a value, a text that a colon follows is the next key.
        if (last.colon !== null && last.value && !isPart(last.value)) {
          const key = last.value;
          last.value = null;
          part.members.push({ from: key.from, key, colon: from, value: null });
        } else last.colon = from;
        break;
      default: {
        const quoted = token.startsWith('"');
        const inside = quoted
          ? token.slice(1, token.length > 1 && token.endsWith('"') ? -1 : undefined)
          : token;
        const word: Token = { from, to, text: inside, quoted };
        if (!part || !last) break;
        if (part.list || last.colon !== null) {
          if (last.value === null) last.value = word;
          // The comma before it is missing.
          else
            part.members.push({
              from,
              key: part.list ? null : word,
              colon: null,
              value: part.list ? word : null,
            });
        } else if (last.key === null) last.key = word;
        else part.members.push({ from, key: word, colon: null, value: null });
      }
    }
  }
  return outermost;
}
