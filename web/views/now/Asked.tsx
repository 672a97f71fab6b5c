/** In place of the cost, while a person is the FTL and is asked: how to choose; and the options that are not on the stage. */
import type { Question } from '../../state/round-now';
import css from './now.module.css';

export function Asked({ question: { hint, acts, listed, choose, point } }: { question: Question }) {
  return (
    <div className={css.asked}>
      {listed &&
        acts.map((act, option) => (
          <button key={act} type="button" onPointerEnter={() => point(option)} onClick={() => choose(option)}>
            <span className="kbd" aria-hidden="true">
              {option + 1}
            </span>
            {act}
          </button>
        ))}
      <p>{hint}</p>
    </div>
  );
}
