/** The first lines of the file, each with its meaning: seen while a person chooses how they are read. */
import { useEffect, useRef, useState } from 'react';
import { duration, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { useFailureWords } from '../../../i18n/failures';
import type { Options } from '../../../protocol/generated/Options';
import type { OpWords } from '../../../protocol/generated/OpWords';
import type { Preview as Read } from '../../../protocol/generated/Preview';
import type { PreviewLine } from '../../../protocol/generated/PreviewLine';
import type { Why } from '../../../protocol/generated/Why';
import { useLabStore } from '../../../state/use-lab';
import type { Source } from '../use-import';
import { reasonOf } from './reasons';
import './preview.css';

/** The preview under these options; until it is there, the one before. Nothing of a file that is no text. */
export function usePreview(source: Source | null, options: Options): Read | null {
  const lab = useLabStore();
  const [read, setRead] = useState<Read | null>(null);
  const { file, name } = source ?? { file: null, name: '' };
  useEffect(() => {
    if (file === null) return;
    let current = true;
    void lab
      .getState()
      .previewTrace(file, name, options)
      .then((answer) => {
        // The import of the same file says why it is refused, or that its worker died.
        if (current && answer.is !== 'cancelled') setRead(answer.is === 'done' ? answer.value : null);
      });
    return () => {
      current = false;
    };
  }, [lab, file, name, options]);
  return read;
}

interface PreviewProps {
  read: Read;
  /** Says what a word for an operation means. */
  explain: (word: string, meaning: keyof OpWords) => void;
}

export function Preview({ read, explain }: PreviewProps) {
  const pages = read.lines.some(({ meaning }) => meaning.is === 'requests' && meaning.first.unit === 'pages');
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const bad = read.lines.some(({ meaning }) => meaning.is === 'bad')
      ? box.current?.querySelector<HTMLElement>('[data-is=bad]')
      : null;
    // The first bad line is seen, with what was read before it.
    if (bad && box.current) box.current.scrollTop = bad.offsetTop - box.current.clientHeight / 2;
  }, [read]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus
    <section className="reading-preview" aria-label={m.trace_preview()} tabIndex={0} ref={box}>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.trace_preview_line()}</th>
            <th scope="col">{m.trace_preview_text()}</th>
            <th scope="col">{m.trace_column_time()}</th>
            <th scope="col">{m.trace_column_op()}</th>
            <th scope="col" className="number">
              {pages ? m.trace_column_lpn() : m.trace_preview_offset()}
            </th>
            <th scope="col" className="number">
              {pages ? m.trace_column_pages() : m.trace_preview_length()}
            </th>
          </tr>
        </thead>
        <tbody>
          {read.lines.map((line) => (
            <tr key={line.line} data-is={line.meaning.is}>
              <th scope="row">{line.line}</th>
              <td className="text">
                <code>{line.text}</code>
              </td>
              <Meaning line={line} explain={explain} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Meaning({ line: { meaning }, explain }: { line: PreviewLine; explain: PreviewProps['explain'] }) {
  const words = useFailureWords();
  switch (meaning.is) {
    case 'requests': {
      const { time_us, op, offset, length } = meaning.first;
      return (
        <>
          <td>{time_us === null ? '–' : duration(time_us)}</td>
          <td>
            {OPS[op]()}
            {meaning.others > 0 && ` ${m.trace_preview_others({ n: integer(meaning.others) })}`}
          </td>
          <td className="number">{integer(BigInt(offset))}</td>
          <td className="number">{integer(length)}</td>
        </>
      );
    }
    case 'header':
      return <td colSpan={4}>{m.trace_preview_header()}</td>;
    case 'waits':
      return <td colSpan={4}>{m.trace_preview_waits()}</td>;
    case 'passed':
      return <td colSpan={4}>{m.trace_preview_passed({ why: WHYS[meaning.why]() })}</td>;
    case 'bad': {
      const { error } = meaning;
      const { problem } = error;
      const word = error.format === 'csv' && problem.kind === 'unknown_op' ? problem.found : null;
      return (
        <td colSpan={4}>
          {reasonOf(error, words)}
          {word !== null && <WordChoice word={word} explain={explain} />}
        </td>
      );
    }
  }
}

function WordChoice({ word, explain }: { word: string; explain: PreviewProps['explain'] }) {
  return (
    <select
      aria-label={m.trace_word_means({ word })}
      value=""
      onChange={({ target }) => {
        const meaning = MEANINGS.find(([name]) => name === target.value);
        if (meaning) explain(word, meaning[0]);
      }}
    >
      <option value="">{m.trace_word_choose()}</option>
      {MEANINGS.map(([name, text]) => (
        <option key={name} value={name}>
          {text()}
        </option>
      ))}
    </select>
  );
}

const OPS = { read: m.trace_op_read, write: m.trace_op_write, trim: m.trace_op_trim };

const MEANINGS: readonly (readonly [keyof OpWords, () => string])[] = [
  ['read', m.trace_op_read],
  ['write', m.trace_op_write],
  ['trim', m.trace_op_trim],
  ['none', m.trace_word_none],
];

const WHYS: Readonly<Record<Why, () => string>> = {
  action: m.trace_why_action,
  rows: m.trace_why_rows,
  no_request: m.trace_why_no_request,
  summary: m.trace_why_summary,
  device: m.trace_why_device,
  window: m.trace_why_window,
  requeued: m.trace_why_requeued,
};
