/** A lesson that is being written: its text, what is wrong in it, and beside it the step at the cursor. */
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-hash-location';
import { useSharedText } from '../../base/typed/use-shared-text';
import { m } from '../../i18n/compiled/messages.js';
import { useFailureWords } from '../../i18n/failures';
import { lazyPart } from '../../kit/lazy-part';
import { OtherTab } from '../../kit/OtherTab';
import { Segmented } from '../../kit/Segmented';
import type { StartChallenges } from '../../lesson/language/challenge';
import { MAX_BYTES } from '../../lesson/language/lesson';
import type { StartEngine } from '../../lesson/parts/use-course';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { messageOf } from '../../state/lab/recovery';
import { LessonView } from '../panel/View';
import { Code, type CodeHandle } from './Code';
import type { Shown } from './checker';
import { MOST_CHARACTERS } from './codemirror';
import { draftKey, draftOf, draftText, writeDraft } from './drafts';
import { keepFile, saveFile } from './files';
import type { Opened } from './opened';
import { stepAt, stepLines } from './outline';
import { NOTHING, Preview } from './Preview';
import { Problems } from './Problems';
import { GUIDES, type GuideName } from './texts';
import { useFindings } from './use-findings';

const Guide = lazyPart(() => import('./Guide'));

/** The pane beside the text; on a phone, in its place. */
type Pane = 'text' | 'preview' | GuideName;
const PANES: readonly Pane[] = ['text', 'preview', ...GUIDES];
const PANE_NAMES: Record<Pane, () => string> = {
  text: m.edit_text,
  preview: m.edit_preview,
  tutorial: m.edit_tutorial,
  format: m.edit_format,
};

/** Whether the text and what is beside it take turns (edit.css). */
const NARROW = matchMedia('(max-width: 900px)');
const narrow = () => NARROW.matches;
const onTurn = (changed: () => void) => {
  NARROW.addEventListener('change', changed);
  return () => NARROW.removeEventListener('change', changed);
};

export interface WorkbenchProps {
  opened: Opened;
  engine: StartEngine;
  challenges: StartChallenges;
  policies: RunPolicy;
  discard(id: string): void;
}

export function Workbench({ opened, engine, challenges, policies, discard }: WorkbenchProps) {
  const { id, file } = opened;
  const [text, setText] = useState(opened.text);
  const [line, setLine] = useState(1);
  const [pane, setPane] = useState<Pane>(() => (narrow() ? 'text' : 'preview'));
  /** Said once, of the last thing done. */
  const [note, setNote] = useState<{ text: string; trouble: boolean } | null>(null);
  const [tried, setTried] = useState<Shown | null>(null);
  const [isDraft, setIsDraft] = useState(() => draftOf(id) !== null);
  const code = useRef<CodeHandle>(null);
  const findings = useFindings(text, engine, challenges);
  const faults = findings?.faults;
  const words = useFailureWords();
  useEffect(() => {
    const said = (faults ?? []).map((fault) => ({
      ...fault,
      where: words(fault.where),
      message: words(fault.message),
      remedy: words(fault.remedy),
    }));
    code.current?.mark(said);
  }, [faults, words]);

  useEffect(() => {
    if (pane === 'text') code.current?.reveal();
  }, [pane]);

  const draft = useSharedText(draftKey(id), { what: 'text', save: () => saveFile(file, text) }, draftText);
  const { put } = draft;
  const changed = useCallback(
    (now: string) => {
      setText(now);
      setNote(null);
      setIsDraft(true);
      put(writeDraft({ file, text: now, changed: Date.now() }));
      // No event: the page already is there.
      history.replaceState(null, '', `#/edit/${id}`);
    },
    [id, file, put],
  );
  const save = () => {
    saveFile(file, text);
    setNote({ text: m.edit_saved({ file }), trouble: false });
  };
  const dropped = async (other: File) => {
    try {
      navigate(`/edit/${(await keepFile(other)).id}`);
    } catch (error) {
      setNote({ text: messageOf(error), trouble: true });
    }
  };
  const tooLong = () =>
    setNote({
      text: m.edit_too_long({ takes: MOST_CHARACTERS / 1024, most: MAX_BYTES / 1024 }),
      trouble: true,
    });
  const step = useMemo(() => stepAt(text, line), [text, line]);
  const went = useCallback((to: number) => code.current?.goTo(stepLines(text)[to] ?? 1, 1, false), [text]);

  const shown = findings?.shown ?? null;
  const triedRef = useMemo(() => ({ name: file, text: tried?.text ?? '' }), [file, tried]);
  const sound = findings?.state === 'checked' && findings.faults.length === 0;
  const beside = pane === 'text' ? 'preview' : pane;
  const alone = useSyncExternalStore(onTurn, narrow);
  // Otherwise that is the stage (edit.css).
  const main = !tried && (beside !== 'preview' || (alone && pane === 'text'));
  return (
    <>
      <div className="edit-place" role={main ? 'main' : undefined}>
        <section
          className="edit"
          aria-label={m.edit_region()}
          data-pane={pane}
          data-trying={tried ? '' : undefined}
        >
          <div className="actions">
            <button type="button" onClick={save} aria-keyshortcuts="Control+S">
              {m.edit_save()}
            </button>
            <button type="button" disabled={!sound} onClick={() => setTried(shown)}>
              {m.edit_try()}
            </button>
            {isDraft && (
              <button type="button" onClick={() => discard(id)}>
                {m.edit_discard()}
              </button>
            )}
            <a className="button" href="#/edit">
              {m.edit_other()}
            </a>
          </div>
          <div className="actions">
            <Segmented
              label={m.edit_panes()}
              value={pane}
              options={PANES.map((each) => ({ value: each, text: PANE_NAMES[each](), className: each }))}
              onChange={setPane}
            />
            <span className="quiet file">{file}</span>
          </div>
          <Code ref={code} text={opened.text} moved={setLine} {...{ changed, save, dropped, tooLong }} />
          <p className="quiet leave" id="edit-leave">
            {m.edit_leave()}
          </p>
          {draft.other && (
            <OtherTab
              show={() => {
                const theirs = draftText(draft.theirs());
                if (theirs !== null) code.current?.put(theirs);
              }}
              keep={() => draft.mine(writeDraft({ file, text, changed: Date.now() }))}
            />
          )}
          {note && (
            <p className={note.trouble ? 'trouble' : 'quiet'} role="status">
              {note.text}
            </p>
          )}
          <Problems
            findings={findings}
            goTo={(fault) => {
              if (narrow()) setPane('text');
              code.current?.goTo(fault.line, fault.column, true);
            }}
          />
        </section>
      </div>
      <section className="lesson" aria-label={m.app_region_lesson()} hidden={!tried && beside !== 'preview'}>
        {tried ? (
          <LessonView
            lesson={tried.lesson}
            self={triedRef}
            language={null}
            wanted={null}
            start={engine}
            {...{ challenges, policies }}
            progress={NOTHING}
            close={() => setTried(null)}
            closeText={m.edit_back()}
          />
        ) : (
          <>
            {findings && !findings.current && findings.state !== 'checking' && (
              <p className="trouble old" role="status">
                {shown ? m.edit_preview_old({ line: faults?.[0]?.line ?? 1 }) : m.edit_preview_none()}
              </p>
            )}
            {shown && <Preview {...{ shown, file, step, went, start: engine, challenges, policies }} />}
          </>
        )}
      </section>
      {!tried && beside !== 'preview' && (
        <section className="lesson" aria-label={PANE_NAMES[beside]()}>
          <Suspense>
            <Guide key={beside} name={beside} add={(listing) => code.current?.append(listing)} />
          </Suspense>
        </section>
      )}
    </>
  );
}
