/**
 * The engine of `ftl-lab grade`, which runs this code: native functions that answer the commands of the wasm package, JSON in
 * and out. Whatever is asked is done when they return.
 */
import { wantedTrace } from '../../model/traces/bundled-engine';
import { type Challenges, STATES } from '../../protocol/challenges';
import {
  answerOf,
  type EngineClient,
  EngineCrash,
  EngineFailure,
  type FrameWithCells,
} from '../../protocol/engine/engine-client';
import { frameCommand } from '../../protocol/engine/engine-server';
import type { ChallengeCommand } from '../../protocol/generated/ChallengeCommand';
import type { ChallengeReply } from '../../protocol/generated/ChallengeReply';
import type { Command } from '../../protocol/generated/Command';
import type { Reply } from '../../protocol/generated/Reply';
import type { RunPolicy } from '../../protocol/policy/run-policy';

/** The functions that wasm-sim/crates/cli/src/grade gives. */
export interface Host {
  /** Serves a `Command`, to the end of its job. */
  command(json: string): string;
  /** Lets scenarios name a bundled trace; whether there is one of this name. */
  attach(name: string): boolean;
  /** The columns of the last frame: see `FrameWithCells`. */
  cells(slot: number, fromBlock: number, toBlock: number): Uint32Array<ArrayBuffer>;
  heat(slot: number): Uint32Array<ArrayBuffer>;
  /** Serves a `ChallengeCommand`, to the end of its search. */
  round(json: string): string;
  /** Lets a policy decide over a scenario; a `PolicyOutcome`. The text of WebAssembly has a character for each byte. */
  policy(source: string, scenario: string): string;
  /** The closed forms: see `Models`; no numbers where there is no answer. */
  writeAmplification(alpha: number, pagesPerBlock: number, r: number, f: number): number;
  optimalSplit(alpha: number, pagesPerBlock: number, r: number, f: number): number[];
}

export function engineOf(host: Host): EngineClient {
  const perform = (command: Command) => answerOf<Reply>(host.command(JSON.stringify(command)));
  const none = async (): Promise<never> => {
    throw new EngineCrash('the grader imports no traces');
  };
  return {
    async request(command) {
      try {
        return perform(command);
      } catch (error) {
        const file = error instanceof EngineFailure && wantedTrace(command, error);
        if (!file || !host.attach(file)) throw error;
        return perform(command);
      }
    },
    async frame(slot, window = {}): Promise<FrameWithCells> {
      const command = frameCommand(slot, window);
      const reply = perform(command);
      if (reply.type !== 'frame') throw new EngineCrash(`expected a reply "frame", got "${reply.type}"`);
      const cells = host.cells(slot, command.from_block, command.to_block);
      return { frame: reply.frame, cells, heat: window.heat ? host.heat(slot) : null };
    },
    importTrace: none,
    previewTrace: none,
    attach: none,
    onCrash: null,
    close() {},
  };
}

/** The host leaves out the log of the policy and its decisions. */
export function policiesOf(host: Host): RunPolicy {
  return async ({ source, scenario }) => {
    const text =
      typeof source === 'string'
        ? // As a file in UTF-8 has it, and as the page's sandbox is sent it.
          source.replace(/\p{Surrogate}/gu, '\ufffd')
        : Array.from(new Uint8Array(source), (byte) => String.fromCharCode(byte)).join('');
    return answerOf(host.policy(text, scenario));
  };
}

export function challengesOf(host: Host): Challenges {
  const perform = (command: ChallengeCommand) =>
    answerOf<ChallengeReply>(host.round(JSON.stringify(command)));
  return {
    async look(file, rest = false) {
      const reply = perform({ type: 'look', file, rest });
      if (reply.type !== 'round') throw new EngineCrash(`expected a round, got "${reply.type}"`);
      return reply.round;
    },
    async solve(file, { states = STATES } = {}) {
      const reply = perform({ type: 'solve', file, states });
      if (reply.type !== 'optimum') throw new EngineCrash(`expected an optimum, got "${reply.type}"`);
      return reply.found;
    },
    close() {},
  };
}
