/** Texts beside the course, and the lab in a course page (`#/teach/beside`). */
import { useId } from 'react';
import { m } from '../../../i18n/compiled/messages.js';
import { useLessonEntries } from '../../../lesson/play/use-entries';
import { READINGS } from './reading';

export function Beside() {
  const id = useId();
  const entries = useLessonEntries();
  const { origin, pathname } = location;
  const frame = `<iframe src="${origin}${pathname}?embed#/lesson/bast?step=full_merge"
  title="FTL Lab" width="100%" height="640" allow="clipboard-write"></iframe>`;
  return (
    <>
      <section className="panel" aria-labelledby={`${id}-read`}>
        <h3 id={`${id}-read`}>{m.guide_read()}</h3>
        <ul className="papers">
          {READINGS.map(({ text, at, href, lessons }) => (
            <li key={`${text} ${at}`}>
              {href ? (
                <a href={href} target="_blank" rel="noreferrer">
                  {text}
                </a>
              ) : (
                <span>{text}</span>
              )}
              {at && <span>{m.guide_read_at({ at })}</span>}
              <span className="quiet">
                {lessons.map((slug) => (
                  <a key={slug} href={`#/lesson/${slug}`}>
                    {entries.find((entry) => entry.slug === slug)?.title ?? slug}
                  </a>
                ))}
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="panel" aria-labelledby={`${id}-frame`}>
        <h3 id={`${id}-frame`}>{m.guide_embed()}</h3>
        <p>{m.guide_embed_how()}</p>
        <pre>
          <code>{frame}</code>
        </pre>
        <p>{m.guide_embed_messages()}</p>
        <table className="rubric">
          <thead>
            <tr>
              <th scope="col">{m.guide_embed_message()}</th>
              <th scope="col">{m.guide_embed_effect()}</th>
            </tr>
          </thead>
          <tbody>
            {MESSAGES.map(([message, said]) => (
              <tr key={message}>
                <th scope="row">
                  <code>{message}</code>
                </th>
                <td>{said()}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="quiet">{m.guide_embed_more()}</p>
      </section>
    </>
  );
}

/** The messages of `web/app/address/EMBEDDING.md` that a course page needs first. */
const MESSAGES: readonly [string, () => string][] = [
  ["{ ftlLab: 1, do: 'hello' }", () => m.guide_embed_hello()],
  ["{ ftlLab: 1, do: 'load', scenario }", () => m.guide_embed_load()],
  ["{ ftlLab: 1, do: 'go', position }", () => m.guide_embed_go()],
  ["{ ftlLab: 1, is: 'position', position }", () => m.guide_embed_position()],
  ["{ ftlLab: 1, is: 'lesson', lesson, step, answers, score }", () => m.guide_embed_lesson()],
];
