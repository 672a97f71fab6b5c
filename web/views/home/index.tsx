/** The first page: what the lab is, and where to go. */
import { m } from '../../i18n/compiled/messages.js';
import '../page.css';

export function Home() {
  return (
    <main className="page home">
      <h2>{m.app_home_title()}</h2>
      <p>{m.app_home_lead()}</p>
      <p className="actions">
        <a className="button now large" href="#/learn">
          {m.app_learn()}
        </a>
        <a className="button large" href="#/lab">
          {m.app_home_open_lab()}
        </a>
      </p>
    </main>
  );
}
