/** Under a result: its file, and the command that makes it. */
import { useEffect, useState } from 'react';
import { saveAs } from '../base/save';
import { m } from '../i18n/compiled/messages.js';
import { Segmented } from '../kit/Segmented';
import { type Commands, quoted } from '../model/saved/commands';
import './publish.css';

export interface PublishProps {
  /** The file's name. */
  file: string;
  /** Its content; `null` where there is none any more. */
  result: () => Promise<string | Blob | null>;
  /** `null`: too long for a command. */
  commands: () => Promise<Commands | null>;
  /** Names of the traces that a command needs beside it. */
  traces: readonly string[];
  /** Nothing is there to be saved. */
  off?: boolean;
}

export default function Publish({ file, result, commands, traces, off = false }: PublishProps) {
  const [open, setOpen] = useState(false);
  const save = async () => {
    const content = await result();
    if (content !== null) saveAs(file, content, 'application/json');
  };
  return (
    <div className="publish">
      <button type="button" disabled={off} onClick={() => void save()}>
        {m.chart_result_file()}
      </button>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{m.chart_command()}</summary>
        {open && <Command {...{ file, commands, traces }} />}
      </details>
    </div>
  );
}

const WAYS = ['shell', 'python', 'again'] as const;
type Way = (typeof WAYS)[number];

function Command({ file, commands, traces }: Pick<PublishProps, 'file' | 'commands' | 'traces'>) {
  const [made, setMade] = useState<Commands | null | undefined>();
  const [chosen, setWay] = useState<Way>('shell');
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    let here = true;
    void commands().then((all) => here && setMade(all));
    return () => {
      here = false;
    };
  }, [commands]);
  if (made === undefined) return null;
  const texts: Record<Way, string | null> = {
    shell: made?.shell ?? null,
    python: made?.python ?? null,
    again: `ftl-lab reproduce ${quoted(file)}\n`,
  };
  const way = texts[chosen] === null ? 'again' : chosen;
  const text = texts[way] ?? '';
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(null),
    );
  return (
    <>
      <div className="publish-ways">
        <Segmented
          label={m.chart_command()}
          value={way}
          options={WAYS.map((value) => ({ value, text: WAY_NAMES[value](), off: texts[value] === null }))}
          onChange={setWay}
        />
        <button type="button" className="quiet small" onClick={() => void copy()}>
          {m.chart_command_copy()}
        </button>
        <span role="status" className="quiet">
          {copied === text && m.chart_command_copied()}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached */}
      <section className="publish-text" tabIndex={0} aria-label={WAY_NAMES[way]()}>
        <pre translate="no">{text}</pre>
      </section>
      {made === null && <p className="quiet">{m.chart_command_long()}</p>}
      {way === 'again' && <p className="quiet">{m.chart_command_again_what()}</p>}
      {traces.length > 0 && <p className="quiet">{m.chart_command_trace({ names: traces.join(', ') })}</p>}
    </>
  );
}

const WAY_NAMES: Record<Way, () => string> = {
  shell: m.chart_command_shell,
  python: m.chart_command_python,
  again: m.chart_command_again,
};
