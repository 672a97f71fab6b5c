/** In place of what is on its way. Seen only if it takes a moment (app.css). */
import { m } from '../i18n/compiled/messages.js';

export function Loading() {
  return (
    <p className="loading quiet" role="status">
      {m.app_loading()}
    </p>
  );
}
