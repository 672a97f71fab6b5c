/**
 * Challenges of "be the FTL": what the module `round` of the wasm package answers, through a worker of its own, so that a search
 * keeps no one waiting. Loaded with the first round.
 */
import { answerOf, EngineCrash } from './engine/engine-client';
import type { ChallengeCommand } from './generated/ChallengeCommand';
import type { ChallengeReply } from './generated/ChallengeReply';
import type { ChallengeShown } from './generated/ChallengeShown';
import type { Optimum } from './generated/Optimum';
import { Caller, type Connect, type Server } from './rpc/worker-rpc';

/** States that a search looks at unless others are asked for: those of `ftl-lab play`. */
export const STATES = 20_000;
/** States between two looks at whether it is enough: some milliseconds. */
const SLICE = 100;

export interface Challenges {
  /**
   * Where a round's file is; `rest`: the scheme decides what is left open.
   * @throws EngineFailure if the file is wrong or one of its choices cannot be made.
   */
  look(file: string, rest?: boolean): Promise<ChallengeShown>;
  /** The least that any choices cost, or what was found of it when `signal` said that it is enough. */
  solve(file: string, options?: SolveOptions): Promise<Optimum>;
  close(): void;
}

interface ChallengeQuestions {
  look: { asked: { file: string; rest: boolean }; answer: ChallengeShown };
  solve: { asked: { file: string; states: number }; told: Optimum; answer: Optimum };
}

interface SolveOptions {
  states?: number;
  signal?: AbortSignal;
  onFound?: (found: Optimum) => void;
}

/** `Challenges` of the wasm package. */
interface ChallengesModule {
  command(json: string): string;
  slice(states: number): string;
}

const command = (lab: ChallengesModule, asked: ChallengeCommand): ChallengeReply =>
  answerOf(lab.command(JSON.stringify(asked)));

/** A search keeps no look waiting. */
export const BESIDE_CHALLENGES = ['look', 'solve'] as const;

/** The worker's half: a search lets others in, and looks whether it is enough, slice by slice. */
export function challengeServer(lab: ChallengesModule): Server<ChallengeQuestions> {
  return {
    look({ file, rest }) {
      const reply = command(lab, { type: 'look', file, rest });
      if (reply.type !== 'round') throw new EngineCrash(`expected a round, got "${reply.type}"`);
      return reply.round;
    },
    async solve({ file, states }, { tell, pause, signal }) {
      let reply = command(lab, { type: 'solve', file, states });
      while (reply.type === 'searching') {
        tell(reply.found);
        await pause();
        reply = signal.aborted ? command(lab, { type: 'enough' }) : answerOf(lab.slice(SLICE));
      }
      if (reply.type !== 'optimum') throw new EngineCrash(`expected an optimum, got "${reply.type}"`);
      return reply.found;
    },
  };
}

export function challengesThrough(connect: Connect): Challenges {
  const asks = new Caller<ChallengeQuestions>(connect, 'round');
  return {
    look: (file, rest = false) => asks.ask('look', { file, rest }),
    solve: (file, { states = STATES, signal, onFound } = {}) =>
      asks.ask('solve', { file, states }, { onTold: onFound, signal }),
    close: () => asks.close(),
  };
}
