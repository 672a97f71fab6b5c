/** Code that is loaded when it is first needed, and did not load: the page says so, where a click would do nothing. */
import { m } from '../i18n/compiled/messages.js';
import { say } from './page-messages';

export function unloaded(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const action = { name: m.app_reload(), act: () => location.reload() };
  say(m.app_not_loaded({ reason }), { trouble: true, action });
}
