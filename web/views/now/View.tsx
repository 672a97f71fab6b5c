/** The current work: its kind and how far it is, then the moment in one sentence; beside it the possible actions. */
import { Fragment, type ReactNode } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import { Segmented } from '../../kit/Segmented';
import css from './now.module.css';

export interface NowProps {
  kind: string;
  /** The colours of the chip. */
  tone: string | null;
  progress: string | null;
  sentence: string;
  /** Playing: the sentences are not read out. */
  silent: boolean;
  /** `null`: there is nothing to choose here. */
  acts: Acts | null;
  /** With two stages side by side: the name of this one, and its figures. */
  side: Side | null;
  /** The cost strip, or how to choose. */
  children?: ReactNode;
}

export interface Side {
  name: ReactNode;
  figures: ReactNode;
}

export interface Acts {
  /** Whether the person is the FTL. */
  round: boolean;
  comparing: boolean;
  onRound: () => void;
  onCompare: () => void;
}

export function NowView({ kind, tone, progress, sentence, silent, acts, side, children }: NowProps) {
  return (
    <div className={css.now} data-beside={side !== null || undefined}>
      <div className={css.line}>
        <div className={css.kind}>
          {side?.name}
          <span className="chip" data-tone={tone ?? undefined}>
            {kind}
          </span>
          {progress && <span className={css.progress}>{progress}</span>}
        </div>
        {acts && <Actions {...acts} />}
        {side?.figures}
        <p className={css.sentence} aria-live={silent ? 'off' : 'polite'} title={sentence}>
          <Named text={sentence} />
        </p>
      </div>
      {children}
    </div>
  );
}

function Actions({ round, comparing, onRound, onCompare }: Acts) {
  return (
    <div className={css.acts}>
      <Segmented
        label={m.now_acts()}
        value={round ? 'challenge' : 'watch'}
        options={[
          { value: 'watch', text: m.now_watch() },
          {
            value: 'challenge',
            text: (
              <>
                <Icon name="hand" size={14} />
                {m.now_befl()}
              </>
            ),
            off: comparing,
          },
        ]}
        onChange={(value) => {
          if ((value === 'challenge') !== round) onRound();
        }}
      />
      <button type="button" className="small" aria-pressed={comparing} onClick={onCompare}>
        <Icon name="columns" size={14} />
        {m.now_beside()}
      </button>
    </div>
  );
}

/** Numbers, and names such as B7 and T2, are in the letters of the stage. */
function Named({ text }: { text: string }) {
  const parts = text.split(/(\b(?:SB|B|T)?\d[\d.,]*\b)/);
  return parts.map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no names
    i % 2 === 1 ? <b key={i}>{part}</b> : <Fragment key={i}>{part}</Fragment>,
  );
}
