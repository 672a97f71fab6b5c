/** An address that names nothing: what it said, and where one can go. */
import { m } from '../../i18n/compiled/messages.js';
import '../../views/page.css';

export function NotFound({ address }: { address: string }) {
  return (
    <main className="page">
      <h2>{m.app_not_found()}</h2>
      <p>{m.app_not_found_address({ address: `#${address}` })}</p>
      <p className="actions">
        <a className="button" href="#/learn">
          {m.app_learn()}
        </a>
        <a className="button" href="#/lab">
          {m.app_lab()}
        </a>
        <a className="button" href="#/traces">
          {m.app_traces()}
        </a>
        <a className="button" href="#/batch">
          {m.app_compare()}
        </a>
      </p>
    </main>
  );
}
