/** The client's half of the engine: the same over a worker and in one thread. */

import type { Command } from '../generated/Command';
import type { Reply } from '../generated/Reply';
import { Caller, type Connect } from '../rpc/worker-rpc';
import type {
  ImportedTrace,
  ImportOptions,
  ImportTrace,
  PreviewTrace,
  TraceFile,
  TraceOpen,
} from '../traces/trace-import';
import {
  type EngineClient,
  EngineCrash,
  type FrameWindow,
  type FrameWithCells,
  type JobOptions,
  type Progress,
} from './engine-client';

/** The questions to the engine. */
export interface EngineQuestions {
  command: { asked: Command; told: Progress; answer: Reply };
  /** A run, `times` times: thousands of steps a second, which messages by themselves would be too slow for. */
  repeat: { asked: { command: Command; times: number }; told: Progress; answer: Reply };
  /** The frame of a slot, with its page columns. */
  frame: { asked: { slot: number; window: FrameWindow }; answer: FrameWithCells };
  /** A columnar trace file that scenarios may name. */
  attach: { asked: { name: string; file: TraceFile }; answer: null };
}

/** Commands that a report of a crash tells: some steps, with what is asked after each. */
const REMEMBERED = 32;

export class PortEngine extends Caller<EngineQuestions> implements EngineClient {
  onCrash: EngineClient['onCrash'] = null;
  /** The youngest commands, eldest first. */
  private readonly recent: string[] = [];

  constructor(
    connect: Connect,
    private readonly importer: ImportTrace,
    private readonly previewer: PreviewTrace,
  ) {
    super(connect, 'engine');
  }

  request(command: Command, { onProgress, signal, times = 1 }: JobOptions = {}): Promise<Reply> {
    this.recent.push(textOf(command));
    if (this.recent.length > REMEMBERED) this.recent.shift();
    const options = { onTold: onProgress, signal };
    return times === 1
      ? this.ask('command', command, options)
      : this.ask('repeat', { command, times }, options);
  }

  frame(slot: number, window: FrameWindow = {}): Promise<FrameWithCells> {
    return this.ask('frame', { slot, window });
  }

  async importTrace(
    source: Blob | string,
    open: TraceOpen,
    pageBytes: number,
    options?: ImportOptions,
  ): Promise<ImportedTrace> {
    const imported = await this.importer(blobOf(source), open, pageBytes, options);
    await this.attach(imported.trace.name, imported.file);
    return imported;
  }

  previewTrace(source: Blob | string, open: TraceOpen) {
    return this.previewer(blobOf(source), open);
  }

  async attach(name: string, file: TraceFile): Promise<void> {
    await this.ask('attach', { name, file });
  }

  /** Questions are answered in order: the eldest is the one under way. */
  protected override crashed(message: string, eldest?: { question: string; asked: unknown }): void {
    const crash = new EngineCrash(message, eldest ? doingOf(eldest) : null, this.recent);
    if (this.end(crash)) this.onCrash?.(crash);
  }
}

const blobOf = (source: Blob | string) => (typeof source === 'string' ? new Blob([source]) : source);

function doingOf({ question, asked }: { question: string; asked: unknown }): string {
  if (question === 'command') return textOf(asked as Command);
  return question === 'repeat' ? textOf((asked as { command: Command }).command) : question;
}

/** A command as the report of the engine's death shows it: the scenario's text is in another part of the report. */
function textOf(command: Command): string {
  return JSON.stringify(command, (key, value) => (key === 'scenario' ? undefined : value));
}
