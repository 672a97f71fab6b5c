import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { planCommands, planOf, quoted, runCommands } from './commands';

/** The words and the input that a shell makes of a command. */
function run(command: string): { words: string[]; input: string } {
  // `ftl-lab` is no name of a function in every shell.
  const told = execFileSync('sh', [], {
    input: `lab() { printf '%s\\n' "$@" --; cat; }\n${command.replace('ftl-lab', 'lab')}`,
    encoding: 'utf8',
  });
  const [words = '', input = ''] = told.split('--\n');
  return { words: words.trim().split('\n'), input };
}

const NASTY = [`it's`, '$HOME `id` "x" \\ !', '-rf', 'a b', '한글', '', '*', 'new\\nline'];

test('whatever is in a word or a scenario, the shell hands it on as it is', () => {
  for (const word of NASTY) {
    const { words } = run(`ftl-lab ${quoted(word)} < /dev/null`);
    expect(words).toEqual([word.startsWith('-') ? `./${word}` : word]);
    const canonical = JSON.stringify({ name: word });
    const made = runCommands(canonical, { request: 3, event: 1 }, false);
    expect(run(made?.shell ?? '')).toEqual({ words: ['run', '-', '--at', '3.1'], input: `${canonical}\n` });
  }
});

test('a plan that has the end of its text as a line gets another end', () => {
  const plan = '{\nEND\n}';
  expect(run(planCommands(plan, false)?.shell ?? '')).toEqual({ words: ['sweep', '-'], input: `${plan}\n` });
});

test('Python reads the scenario that was written', () => {
  const python = (text: string) => runCommands(text, null, true)?.python ?? '';
  expect(python('{"a":1}')).toBe(`import ftl_lab\n\nprint(ftl_lab.run(r'''{"a":1}''', folder="."))\n`);
  expect(python('{"a":"\\n"}')).toContain('ftl_lab.run("{\\"a\\":\\"\\\\n\\"}", folder');
  expect(runCommands('{}', { request: 1, event: 0 }, false)?.python).toBeNull();
});

test('a scenario that no one reads is left to the file', () => {
  expect(runCommands(`{"name":"${'x'.repeat(12_000)}"}`, null, false)).toBeNull();
});

test('several scenarios are a plan of what differs, with their seeds', () => {
  const base = { format: 1, seed: 7, ftl: { kind: 'page' }, logical_pages: 16 };
  const other = { ...base, ftl: { kind: 'bast', log_blocks: 2 }, buffer: { kind: 'lru' } };
  const both = [base, other].flatMap((one) => [one, { ...one, seed: 8 }]);
  expect(JSON.parse(planOf('t', both) ?? '')).toEqual({
    format: 1,
    name: 't',
    scenario: { format: 1, ftl: { kind: 'page' }, logical_pages: 16 },
    list: [{}, { ftl: other.ftl, buffer: other.buffer }],
    seeds: [7, 8],
  });
  expect(planOf('t', both.slice(1))).toBeNull();
});
