/** Saved labs (model/saved/saved-file.ts): saving what is on stage, opening a file. */
import { useCallback, useMemo } from 'react';
import { integer } from '../../base/format';
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import { inWords } from '../../i18n/failures';
import type { SavedFault, SavedLab } from '../../model/saved/saved-file';
import { numberAt } from '../../model/scenario/document';
import { shownOf, type Unfinished } from '../../protocol/engine/outcome';
import type { Failure } from '../../protocol/generated/Failure';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import type { LabStore } from '../../state/lab/lab';
import { hasTrace, restore, sharedOf } from '../../state/lab/shared';
import { droppedPlan } from '../../state/plans/dropped-plan';
import { useLabStore } from '../../state/use-lab';
import { placeOf } from '../../views/failure-text';
import { linkCode } from '../address/link-code';
import { say } from '../page-messages';

export interface Files {
  save: (withTheme: boolean) => Promise<void>;
  /** Saves the requests of what is on stage as a fio job. */
  saveFio: () => Promise<void>;
  /** Opens a saved lab, a result, a scenario or a plan, and says why it could not. */
  open: (file: File) => Promise<Opened>;
}

/** Whether it is on stage now, all stays as it was, or the file is another one. */
type Opened = 'opened' | 'stays' | 'other';
/** `null`: opened. Without a reason: a person cancelled it, or the page has told of a crash. */
type NotOpened = { reason: string | null } | null;

/** Loaded with the first file. */
const savedFile = () => import('../../model/saved/saved-file');
const resultFile = () => import('../../model/saved/result-file');
const scenarioFile = () => import('../../model/saved/scenario-file');

export function useFiles(): Files {
  const lab = useLabStore();
  const save = useCallback(
    async (withTheme: boolean) => {
      const { slots, traceFile } = lab.getState();
      const shared = sharedOf(lab.getState(), withTheme);
      if (!shared || !slots[0]) return;
      const { hash } = slots[0].summary;
      const { packLab } = await savedFile();
      const trace = shared.trace && traceFile ? traceFile.file : null;
      try {
        const file = await packLab({ shared, scenarioHash: hash, engine: __ENGINE_VERSION__, trace });
        saveAs(`${nameOf(lab)}.ftllab`, file, 'application/zip');
      } catch (error) {
        say(m.app_save_failed({ reason: String(error) }), { trouble: true });
      }
    },
    [lab],
  );
  const open = useCallback(
    async (file: File): Promise<Opened> => {
      const { looksLikeResult } = await resultFile();
      if (await looksLikeResult(file)) return tell(file, await openResult(lab, file));
      const document = await (await scenarioFile()).documentIn(file);
      if (document?.is === 'plan') return openPlan(file);
      if (document) return tell(file, await openScenario(lab, document.text));
      const { looksSaved, unpackLab, isSavedFault } = await savedFile();
      if (!(await looksSaved(file))) return 'other';
      const read = await unpackLab(file);
      return tell(file, isSavedFault(read) ? { reason: reasonOf(read) } : await openSaved(lab, read));
    },
    [lab],
  );
  const saveFio = useCallback(async () => {
    const { fioOf } = await import('../../state/fio');
    const made = await fioOf(lab, 'workload');
    if (made.is === 'done') saveAs(`${nameOf(lab)}.fio.zip`, made.value, 'application/zip');
    const failure = shownOf(made);
    if (failure) say(m.app_save_failed({ reason: await refused(failure) }), { trouble: true });
  }, [lab]);
  return useMemo(() => ({ save, saveFio, open }), [save, saveFio, open]);
}

/** A file's name for what is on stage. */
function nameOf(lab: LabStore): string {
  return lab.getState().slots[0]?.summary.name.replace(/[^\p{L}\p{N}.-]+/gu, '-') || 'lab';
}

/** Opens the first run of a result file. A trace that is not here is asked for as a link asks for it. */
async function openResult(lab: LabStore, file: File): Promise<NotOpened> {
  const { readResult, isResultFault } = await resultFile();
  const read = await readResult(file, __ENGINE_VERSION__);
  if (isResultFault(read)) return { reason: reasonOf(read) };
  const { shared, scenarioHash, runs } = read;
  const checked = await lab.getState().check(JSON.stringify(shared.scenario));
  if (checked.is !== 'done') return notOpened(checked);
  if (checked.value.hash !== scenarioHash) return { reason: m.app_open_altered({ part: 'scenario' }) };
  if (shared.trace && !hasTrace(lab.getState(), shared.trace)) {
    const { encodeShare, MOST_CHARS } = await linkCode();
    const payload = encodeShare(shared);
    if (payload.length > MOST_CHARS) return { reason: m.app_open_result_trace({ file: file.name }) };
    location.hash = `#/s/${payload}`;
    return null;
  }
  const opened = await restore(lab, shared);
  if (opened.is !== 'done') return notOpened(opened);
  if (runs > 1) say(m.app_open_result_first({ file: file.name, runs: integer(runs) }));
  return null;
}

function openPlan(file: File): Opened {
  droppedPlan.setState({ file });
  location.hash = '#/sweep';
  return 'opened';
}

/** On the stage alone: what was beside it was beside another one. */
async function openScenario(lab: LabStore, text: string): Promise<NotOpened> {
  const opened = await lab.getState().open(0, text);
  if (opened.is !== 'done') return notOpened(opened);
  if (lab.getState().comparing) await lab.getState().told(lab.getState().compare(null));
  return null;
}

async function refused(failure: Failure): Promise<string> {
  const [message, remedy] = [await inWords(failure.message), await inWords(failure.remedy)];
  const place = placeOf(failure);
  const reason = place === null ? message : `${place}: ${message}`;
  return m.app_open_failure({ reason: reason.replace(/\.?$/, '.'), remedy });
}

async function notOpened(ending: Unfinished): Promise<NotOpened> {
  const failure = shownOf(ending);
  return { reason: failure && (await refused(failure)) };
}

function tell(file: File, not: NotOpened): Opened {
  if (!not) return 'opened';
  const { reason } = not;
  if (reason !== null) say(m.app_open_refused({ file: file.name, reason }), { trouble: true });
  return 'stays';
}

/** Checks everything before anything is opened. */
async function openSaved(lab: LabStore, saved: SavedLab): Promise<NotOpened> {
  const { shared, trace } = saved;
  if (shared.trace && trace) {
    const { name, options, hash } = shared.trace;
    const pageBytes = numberAt(shared.scenario, 'device.page_bytes', 4096);
    const read = await lab.getState().importTrace(trace, name, { ...DEFAULT_OPTIONS, ...options }, pageBytes);
    if (read.is !== 'done') return notOpened(read);
    if (read.value.import.hash !== hash) return { reason: m.app_open_altered({ part: 'trace' }) };
  }
  const checked = await lab.getState().check(JSON.stringify(shared.scenario));
  if (checked.is !== 'done') return notOpened(checked);
  if (checked.value.hash !== saved.scenarioHash)
    return { reason: m.app_open_altered({ part: 'scenario.json' }) };
  const opened = await restore(lab, shared);
  return opened.is === 'done' ? null : notOpened(opened);
}

function reasonOf({ kind, detail }: Pick<SavedFault, 'kind' | 'detail'>): string {
  switch (kind) {
    case 'not_saved':
      return m.app_open_not_saved();
    case 'cut':
      return m.app_open_cut({ detail });
    case 'broken':
      return m.app_open_altered({ part: detail });
    case 'newer':
      return m.app_open_newer({ version: detail });
    case 'too_large':
      return m.app_open_too_large({ part: detail });
  }
}
