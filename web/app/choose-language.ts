import { type Language, setLanguage } from '../base/language';
import { m } from '../i18n/compiled/messages.js';
import { say } from './page-messages';

/** Changes the page's language and remembers it; says so if its texts do not load. */
export async function chooseLanguage(wanted: Language): Promise<void> {
  try {
    await setLanguage(wanted, true);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(m.app_language_failed({ reason }), { trouble: true });
  }
}
