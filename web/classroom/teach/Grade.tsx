/** Files of students, graded in this browser: a row for each, whatever is in it. */
import { type DragEvent, useId, useRef, useState } from 'react';
import { decimal } from '../../base/format';
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import { useFailureWords } from '../../i18n/failures';
import { fileText } from '../../i18n/file-text';
import { WideTable } from '../../kit/WideTable';
import { type Assignment, readAssignment, writeAssignment } from '../../lesson/assignment/assignment';
import { gradeAll, type Handed, type Row } from '../../lesson/assignment/grade';
import { isLitter } from '../../lesson/assignment/handed-in';
import { csvOf, type Graded, nameOf, totalOf } from '../../lesson/assignment/report';
import { MAX_RESULT_BYTES } from '../../lesson/assignment/result';
import { seen } from '../../lesson/assignment/unseen';
import type { StartChallenges } from '../../lesson/language/challenge';
import type { StartEngine } from '../../lesson/parts/use-course';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { messageOf } from '../../state/lab/recovery';
import { fileName } from '../assignment/kept';
import { notesOf } from './notes';

export interface GradeProps {
  /** `null`: none is open. */
  assignment: Assignment | null;
  engine: StartEngine;
  challenges: StartChallenges;
  policies: RunPolicy;
}

interface Done {
  /** The one they were graded by. */
  assignment: Assignment;
  rows: readonly Row[];
}

export function Grade({ assignment, engine, challenges, policies }: GradeProps) {
  const [done, setDone] = useState<Done | null>(null);
  const [at, setAt] = useState<{ done: number; all: number } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [later, setLater] = useState(0.5);
  const ended = useRef<AbortController | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const id = useId();
  const take = async (given: readonly File[]) => {
    const files = given.filter(({ name }) => !isLitter(name));
    if (!assignment || files.length === 0 || at) return;
    const ending = new AbortController();
    ended.current = ending;
    setFailed(null);
    setAt({ done: 0, all: files.length });
    try {
      setDone({
        assignment,
        rows: await graded(assignment, files, { engine, challenges, policies }, setAt, ending.signal),
      });
    } catch (error) {
      if (!ending.signal.aborted) setFailed(messageOf(error));
    } finally {
      setAt(null);
    }
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    // The page takes other files for traces.
    event.stopPropagation();
    void take([...event.dataTransfer.files]);
  };
  const weights = { later };
  return (
    <section
      className="panel grade"
      aria-labelledby={`${id}-title`}
      onDrop={drop}
      onDragOver={(event) => event.preventDefault()}
    >
      <h3 id={`${id}-title`}>{m.teach_grade()}</h3>
      <p className="quiet">
        {m.teach_grade_how()} {m.teach_grade_memory()}
      </p>
      <div className="actions">
        <button
          type="button"
          className="primary"
          disabled={!assignment || at !== null}
          onClick={() => chooser.current?.click()}
        >
          {m.teach_grade_files()}
        </button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          accept=".json,.js,.mjs,.wasm"
          onChange={({ target }) => {
            void take([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        <span className="quiet">{m.teach_grade_drop()}</span>
        <label>
          {m.teach_later()}
          <select value={later} onChange={({ target }) => setLater(Number(target.value))}>
            {[1, 0.75, 0.5, 0.25, 0].map((share) => (
              <option key={share} value={share}>
                {share}
              </option>
            ))}
          </select>
        </label>
      </div>
      {at && (
        <div className="actions" role="status">
          <progress value={at.done} max={at.all} />
          <span>{m.teach_grading(at)}</span>
          <button type="button" className="small" onClick={() => ended.current?.abort()}>
            {m.teach_cancel()}
          </button>
        </div>
      )}
      {failed !== null && (
        <p className="trouble" role="alert">
          {m.teach_failed({ reason: failed })}
        </p>
      )}
      {done ? (
        <Rows
          {...{ ...done, weights }}
          save={() =>
            saveAs(
              fileName(done.assignment.title || 'grades').replace(/json$/, 'csv'),
              csvOf(done.rows, weights),
              'text/csv',
            )
          }
        />
      ) : (
        !at && <p className="quiet">{m.teach_none()}</p>
      )}
    </section>
  );
}

async function graded(
  assignment: Assignment,
  files: readonly File[],
  { engine, ...judges }: { engine: StartEngine; challenges: StartChallenges; policies: RunPolicy },
  tell: (at: { done: number; all: number }) => void,
  signal: AbortSignal,
): Promise<Row[]> {
  const read = await readAssignment(writeAssignment(assignment));
  if (!read.assignment) throw new Error(read.faults[0]?.message);
  const handed = await Promise.all(
    files.map(async (file): Promise<Handed> => {
      const { name, size } = file;
      try {
        const text = await fileText(file, MAX_RESULT_BYTES + 1);
        const wasm = /\.wasm$/i.test(name) && size <= MAX_RESULT_BYTES;
        return wasm ? { name, text, bytes: await file.arrayBuffer() } : { name, text };
      } catch (error) {
        // One that cannot be read has its row, too.
        return { name, text: '', unread: messageOf(error) };
      }
    }),
  );
  let client = await engine();
  const renew = async () => {
    client.close();
    client = await engine();
    return client;
  };
  try {
    const told = (done: number) => tell({ done, all: files.length });
    const engines = { client, renew, ...judges };
    return await gradeAll(read.assignment, read.lessons, handed, engines, { told, signal });
  } finally {
    client.close();
  }
}

interface RowsProps extends Done {
  weights: { later: number };
  save(): void;
}

function Rows({ rows, weights, save }: RowsProps) {
  const graded = rows.filter((row): row is Graded => row.is === 'graded');
  const words = useFailureWords();
  const notes = rows.map((row) => notesOf(row, words));
  const noted = notes.filter(({ length }) => length > 0).length;
  return (
    <>
      <p role="status">
        {m.teach_summary({ graded: graded.length, others: rows.length - graded.length, noted })}
      </p>
      <div className="actions">
        <button type="button" onClick={save}>
          {m.teach_csv()}
        </button>
      </div>
      <WideTable label={m.teach_grade()}>
        <thead>
          <tr>
            {[
              m.teach_column_student(),
              m.teach_column_points(),
              m.teach_column_first(),
              m.teach_column_final(),
              m.teach_column_time(),
              m.teach_column_file(),
              m.teach_column_notes(),
              m.teach_column_reasons(),
            ].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
            <tr key={index} data-out={row.is !== 'graded' || !row.counts || undefined}>
              <th scope="row">{row.student === undefined ? '–' : seen(row.student)}</th>
              {row.is === 'graded' ? <Points {...{ row, weights }} /> : <td colSpan={4}>–</td>}
              <td>{seen(row.file)}</td>
              <td className="notes">{notes[index]?.join(' ')}</td>
              <td>{row.is === 'graded' && <Reasons scores={row.scores} />}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </>
  );
}

/** The student's own words, question by question. */
function Reasons({ scores }: Pick<Graded, 'scores'>) {
  const given = scores.filter(({ reason }) => reason !== undefined);
  if (given.length === 0) return '–';
  return (
    <details>
      <summary>{m.teach_reasons({ count: given.length })}</summary>
      <dl>
        {given.map((score) => (
          <div key={nameOf(score)}>
            <dt>{nameOf(score)}</dt>
            <dd>{score.reason}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Minutes and seconds. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function Points({ row, weights }: { row: Graded; weights: { later: number } }) {
  const { points, most } = totalOf(row, weights);
  return (
    <>
      <td>{`${decimal(points)} / ${most}`}</td>
      <td>{row.scores.filter(({ first }) => first).length}</td>
      <td>{row.scores.filter(({ final }) => final).length}</td>
      <td>{clock(row.seconds)}</td>
    </>
  );
}
