/** Workers of the pool that tests listen to. */
import { inlineRun } from '../../protocol/runs/inline-runs';
import type { StartRun } from '../../protocol/runs/pool';
import type { RunQuestions } from '../../protocol/runs/run-server';

/** `asked` is called with runs before they begin, `ended` with outcomes before the pool has them. */
export function heardRun(
  asked: (run: RunQuestions['run']['asked']) => void = () => {},
  ended: () => void = () => {},
): StartRun {
  return async () => {
    const asks = await inlineRun();
    return {
      ask(question, what, options) {
        const answer = asks.ask(question, what, options);
        if (question !== 'run') return answer;
        asked(what as RunQuestions['run']['asked']);
        return answer.then((text) => {
          ended();
          return text;
        });
      },
      close: () => asks.close(),
    };
  };
}
