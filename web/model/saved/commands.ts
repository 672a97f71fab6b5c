/** The command that makes a result: for a shell, and in Python. It holds the scenario itself, so that it needs no file but a trace. */
import type { Position } from '../../protocol/generated/Position';
import { type Json, type ScenarioDocument, writeDocument } from '../scenario/document';

export interface Commands {
  shell: string;
  /** `null` where Python has no such run: it goes to the end. */
  python: string | null;
}

/** A longer scenario is not read by anyone, and the file of the result has it. */
const MOST_CHARS = 12_000;

/** `text` on the standard input of a command. */
function fed(command: string, text: string): string {
  const lines = text.split('\n');
  let end = 'END';
  while (lines.includes(end)) end += '_';
  // Quoted, the shell changes nothing of the lines up to it.
  return `${command} <<'${end}'\n${text}\n${end}\n`;
}

/** A word of a shell, whatever is in it. */
export function quoted(word: string): string {
  const safe = word.startsWith('-') ? `./${word}` : word;
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}

/** A text in Python. */
function literal(text: string): string {
  // The escapes of JSON are those of Python.
  return /\\|'''|'$/.test(text) ? JSON.stringify(text) : `r'''${text}'''`;
}

function pythonOf(call: string, text: string, hasTrace: boolean): string {
  const folder = hasTrace ? ', folder="."' : '';
  return `import ftl_lab\n\nprint(ftl_lab.${call}(${literal(text)}${folder}))\n`;
}

/** Of a single run: `canonical` is its scenario, `at` where it stopped. `null`: too long. */
export function runCommands(canonical: string, at: Position | null, hasTrace: boolean): Commands | null {
  if (canonical.length > MOST_CHARS) return null;
  const stop = at ? ` --at ${at.request}.${at.event}` : '';
  return {
    shell: fed(`ftl-lab run -${stop}`, canonical),
    python: at ? null : pythonOf('run', canonical, hasTrace),
  };
}

/** Of a plan. `null`: too long. */
export function planCommands(plan: string, hasTrace: boolean): Commands | null {
  if (plan.length > MOST_CHARS) return null;
  const text = plan.trim();
  return { shell: fed('ftl-lab sweep -', text), python: pythonOf('sweep', text, hasTrace) };
}

/**
 * The plan of several scenarios: what the first has, and what the others have otherwise. `null`: their seeds are not the same for each.
 */
export function planOf(name: string, scenarios: readonly ScenarioDocument[]): string | null {
  const [first] = scenarios;
  if (!first) return null;
  const seedOf = ({ seed = 1 }: ScenarioDocument) => seed;
  const seeds = [...new Set(scenarios.map(seedOf))];
  const rest = scenarios.map((scenario) => settings(first, scenario));
  const spelt = rest.map((one) => JSON.stringify(one));
  const distinct = spelt.flatMap((one, i) => (spelt.indexOf(one) === i ? (rest[i] ?? []) : []));
  if (distinct.length * seeds.length !== scenarios.length) return null;
  const { seed: _, ...scenario } = first;
  return writeDocument({ format: 1, name, scenario, list: distinct, seeds });
}

/** The fields of the top that the first lacks or has otherwise; `null` takes one out. */
function settings(first: ScenarioDocument, other: ScenarioDocument): { [path: string]: Json } {
  const found: { [path: string]: Json } = {};
  for (const key of new Set([...Object.keys(first), ...Object.keys(other)])) {
    const value = other[key] ?? null;
    if (key !== 'seed' && key !== 'name' && JSON.stringify(first[key] ?? null) !== JSON.stringify(value))
      found[key] = value;
  }
  return found;
}
