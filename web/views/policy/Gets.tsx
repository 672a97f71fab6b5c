/** The data that the code gets. */
import { m } from '../../i18n/compiled/messages.js';
import type { TaskId } from '../../model/policy/tasks';

/** The first starter in other languages, each with the command that builds it. */
const OTHERS = [
  { language: 'Rust', file: 'window.rs' },
  { language: 'C', file: 'window.c' },
  { language: 'AssemblyScript', file: 'window.as.ts' },
];

export function Gets({ task }: { task: TaskId }) {
  const rows: [string, string][] =
    task === 'cache'
      ? [
          ['entries[n].id', m.policy_gets_lpn()],
          ['entries[n].dirty', m.policy_gets_dirty()],
          ['hit(lpn), load(lpn), evict(lpn)', m.policy_gets_cache_notes()],
        ]
      : task === 'placement'
        ? [
            ['lpn', m.policy_gets_lpn_written()],
            ['return 0, 1', m.policy_gets_class()],
          ]
        : [
            ['blocks[n].id', m.policy_gets_id()],
            ['blocks[n].valid', m.policy_gets_valid()],
            ['blocks[n].closedAt', m.policy_gets_closed_at()],
            ['blocks[n].erases', m.policy_gets_erases()],
            ['write(lpn, block), invalidate(lpn, block), close(block)', m.policy_gets_notes()],
          ];
  return (
    <div className="gets">
      <h3 className="eyebrow">{m.policy_gets()}</h3>
      <dl>
        {[
          ...rows,
          ['now', m.policy_gets_now()] as const,
          ['OWN', m.policy_gets_own()] as const,
          ['log(...)', m.policy_gets_log()] as const,
          ['device.state.u32(n)', m.policy_gets_state()] as const,
        ].map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">{m.policy_memory()}</p>
      <p className="quiet">
        {m.policy_gets_wasm()}{' '}
        {OTHERS.map(({ language, file }) => (
          <a key={file} href={`starters/${file}`} download={file}>
            {language}
          </a>
        ))}
      </p>
    </div>
  );
}
