import { useStore } from 'zustand';
import { m } from '../i18n/compiled/messages.js';
import { dismiss, pageMessages } from './page-messages';

/** The lines of page-messages.ts: what is only told, and what went wrong. */
export function PageMessages() {
  const messages = useStore(pageMessages, (state) => state.messages);
  return [false, true].map((trouble) => (
    <div key={String(trouble)} className="page-messages" role={trouble ? 'alert' : 'status'}>
      {messages
        .filter((message) => message.trouble === trouble)
        .map(({ id, text, action }) => (
          <div key={id} className={trouble ? 'page-message trouble-message' : 'page-message'}>
            <p>{text}</p>
            <span className="message-buttons">
              {action && (
                <button type="button" className="primary" onClick={action.act}>
                  {action.name}
                </button>
              )}
              <button type="button" onClick={() => dismiss(id)}>
                {m.app_notice_dismiss()}
              </button>
            </span>
          </div>
        ))}
    </div>
  ));
}
