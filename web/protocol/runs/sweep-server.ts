/** The other half of a server (`sweep-client.ts`): answers its questions, one after the other. It knows neither workers nor where results are kept. */
import { answerOf, EngineFailure } from '../engine/engine-client';
import type { PlanShown } from '../generated/PlanShown';
import { messageOf, type Server } from '../rpc/worker-rpc';
import type { ReadResults, SweepJob, SweepQuestions } from './sweep-client';
import { resultOf } from './sweep-result';
import { BadTable, type Rows, rowOfLine, rowsOfCsv, rowsOfLines, type Table, tableOf } from './sweep-table';

/** The class `Plans` of the wasm package. */
export interface PlansModule {
  open(text: string): string;
  settle(hashes: string[]): string;
  done(): number;
  key(run: number): string | undefined;
  missing(): Uint32Array;
  scenario(run: number): string | undefined;
  canonical(run: number): string | undefined;
  trace(run: number): number | undefined;
  put(run: number, outcome: string): boolean;
  take(text: string, fill: boolean): string;
  outcome(run: number): string | undefined;
  line(run: number): string | undefined;
  csv(): string;
}

/** Results by what they depend on. */
export interface KeptResults {
  get(keys: string[]): Promise<readonly (string | undefined)[]>;
  /** Whether they could be kept. */
  put(results: [key: string, text: string][]): Promise<boolean>;
  clear(): Promise<void>;
}

/** Results looked up at a time. */
const BATCH = 1000;
/** Lines joined at a time: a blob is made of parts, a string has a greatest length. */
const LINES = 1000;

export class SweepServer implements Server<SweepQuestions> {
  private plan: PlanShown | null = null;
  /** Results of a file, shown by themselves. */
  private alone: Rows | null = null;

  constructor(
    private readonly module: PlansModule,
    private readonly mean: (values: Float64Array) => ArrayLike<number>,
    private readonly kept: KeptResults,
  ) {}

  open({ text }: { text: string }): PlanShown {
    this.plan = answerOf<PlanShown>(this.module.open(text));
    this.alone = null;
    return this.plan;
  }

  async settle({ hashes }: SweepQuestions['settle']['asked']): Promise<{ done: number }> {
    answerOf<null>(this.module.settle([...hashes]));
    const gaps = [...this.module.missing()];
    for (let at = 0; at < gaps.length; at += BATCH) {
      const runs = gaps.slice(at, at + BATCH);
      const known = await this.kept.get(runs.map((run) => this.module.key(run) ?? ''));
      runs.forEach((run, i) => {
        const text = known[i];
        if (text !== undefined) this.module.put(run, text);
      });
    }
    return { done: this.module.done() };
  }

  missing(): { missing: number[] } {
    return { missing: [...this.module.missing()] };
  }

  jobs({ runs }: SweepQuestions['jobs']['asked']): SweepJob[] {
    return runs.map((run) => {
      const scenario = this.module.scenario(run);
      if (scenario === undefined) throw new Error(`no plan is open that has a run ${run}`);
      return { scenario, trace: this.module.trace(run) ?? null };
    });
  }

  async put({ results }: SweepQuestions['put']['asked']): Promise<{ kept: boolean; done: number }> {
    const worth = results.filter(({ run, text }) => this.module.put(run, text));
    const kept = worth.map(({ run, text }): [string, string] => [this.module.key(run) ?? '', text]);
    return { kept: await this.kept.put(kept), done: this.module.done() };
  }

  async read({ file, fill }: SweepQuestions['read']['asked']): Promise<ReadResults> {
    const text = await textOf(file);
    if (!/^\s*\{/.test(text)) return this.show(readTable(text));
    const filled = answerOf<number[]>(this.module.take(text, fill));
    if (!fill) return this.show(rowsOfLines(text));
    await this.kept.put(
      filled.map((run): [string, string] => [this.module.key(run) ?? '', this.module.outcome(run) ?? '']),
    );
    const results = text.split('\n').length - 1;
    return { results, filled: filled.length, done: this.module.done() };
  }

  table(asked: SweepQuestions['table']['asked']): Table {
    return tableOf(this.alone ?? this.rows(), asked, this.mean);
  }

  write({ as }: SweepQuestions['write']['asked']): Blob {
    if (as === 'csv') return new Blob([this.module.csv()]);
    if (as === 'result') return resultOf(this.plan, this.module);
    const runs = this.plan?.runs ?? 0;
    const parts: string[] = [];
    for (let at = 0; at < runs; at += LINES) {
      let part = '';
      for (let run = at; run < Math.min(at + LINES, runs); run += 1) {
        const line = this.module.line(run);
        if (line !== undefined) part += `${line}\n`;
      }
      parts.push(part);
    }
    return new Blob(parts);
  }

  async forget(): Promise<null> {
    await this.kept.clear();
    return null;
  }

  private show(rows: Rows): ReadResults {
    this.alone = rows;
    return { results: rows.count, filled: null, done: 0 };
  }

  private rows(): Rows {
    const { runs = 0, seeds = 1 } = this.plan ?? {};
    const starts = Array.from({ length: Math.ceil(runs / seeds) + 1 }, (_, i) => Math.min(i * seeds, runs));
    return {
      count: runs,
      starts: runs === 0 ? [0] : starts,
      row: (run) => {
        const line = this.module.line(run);
        return line === undefined ? null : rowOfLine(line);
      },
      // A combination that is no scenario has none to be opened.
      scenario: (run) => (this.module.key(run) === undefined ? null : (this.module.scenario(run) ?? null)),
    };
  }
}

/** A file may be gone since it was chosen: that is no end of the server. */
async function textOf(file: Blob): Promise<string> {
  try {
    return await file.text();
  } catch (error) {
    throw new EngineFailure({
      kind: 'command',
      message: `the file cannot be read: ${messageOf(error)}`,
      remedy: 'Choose it again.',
      ...{ field: null, line: null, column: null },
    });
  }
}

function readTable(text: string): Rows {
  try {
    return rowsOfCsv(text);
  } catch (error) {
    if (!(error instanceof BadTable)) throw error;
    throw new EngineFailure({
      kind: 'command',
      message: `this is neither lines of results nor a table of them: ${error.message}`,
      remedy: 'Open what `ftl-lab sweep --json` or `--csv` has written.',
      field: null,
      line: error.line,
      column: null,
    });
  }
}
