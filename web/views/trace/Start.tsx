/** Where a trace comes from: dropped, chosen, pasted, shipped with the page, or opened here before. */
import { type ReactNode, useId, useState } from 'react';
import { useTyped } from '../../base/typed/use-typed';
import { m } from '../../i18n/compiled/messages.js';
import { FileButton } from '../../kit/FileButton';
import { Icon } from '../../kit/Icon';
import { BUNDLED_TRACES } from '../../model/traces/bundled-traces';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import { Bundled, useBundled } from './Bundled';
import { FORMATS } from './format/formats';
import { forgetTraces, recentTraces } from './recent';
import type { Import } from './use-import';

interface StartProps {
  imported: Import;
  /** The trace that is there already. */
  back?: { name: string; go: () => void } | null;
}

export function Start({ imported: { read }, back = null }: StartProps) {
  const take = (file: File) => read({ file, name: file.name }, DEFAULT_OPTIONS);
  const bundled = useBundled(read);
  return (
    <>
      <header className="traces-portrait">
        <h2>{m.trace_start_title()}</h2>
        <p>{m.trace_start_what()}</p>
      </header>
      {back && (
        <button type="button" className="quiet small" onClick={back.go}>
          {m.trace_back({ name: back.name })}
        </button>
      )}
      <div className="traces-start">
        <section className="panel drop" aria-label={m.trace_source()}>
          <Icon name="file" size={28} />
          <strong>{m.trace_drop()}</strong>
          <FileButton label={m.trace_choose()} className="now large" take={take} />
          <p className="quiet">
            <Icon name="lock" size={14} /> {m.trace_drop_note()}
          </p>
          <p className="quiet">{m.trace_formats()}</p>
        </section>
        <Pasted read={read} />
        <Bundled {...bundled} />
        <Recent take={take} open={bundled.open} />
      </div>
    </>
  );
}

function Pasted({ read }: Pick<Import, 'read'>) {
  const [pasted, setPasted] = useTyped('trace', '');
  const paste = useId();
  return (
    <Part title={m.trace_paste()}>
      <label htmlFor={paste}>{m.trace_paste_label()}</label>
      <textarea
        id={paste}
        rows={4}
        spellCheck={false}
        placeholder={FORMATS.ops.sample}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
      />
      <div className="actions">
        <button
          type="button"
          disabled={pasted.trim() === ''}
          onClick={() => read({ file: pasted, name: m.trace_pasted_name() }, DEFAULT_OPTIONS)}
        >
          {m.trace_paste_read()}
        </button>
      </div>
    </Part>
  );
}

interface RecentProps {
  take: (file: File) => void;
  open: ReturnType<typeof useBundled>['open'];
}

/** Only their names are kept: one that does not ship with the page is chosen again. */
function Recent({ take, open }: RecentProps) {
  const [names, setNames] = useState(recentTraces);
  if (names.length === 0) return null;
  return (
    <Part title={m.trace_recent()}>
      <ul className="recent">
        {names.map((name) => {
          const shipped = BUNDLED_TRACES.find(({ file }) => file === name);
          return (
            <li key={name}>
              {shipped ? (
                <button type="button" className="quiet" onClick={() => void open(shipped)}>
                  {name}
                </button>
              ) : (
                <FileButton label={m.trace_recent_again({ name })} className="quiet" take={take} />
              )}
            </li>
          );
        })}
      </ul>
      <p className="quiet">
        {m.trace_recent_note()}{' '}
        <button
          type="button"
          className="quiet small"
          onClick={() => {
            forgetTraces();
            setNames([]);
          }}
        >
          {m.trace_recent_forget()}
        </button>
      </p>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
