/** The scheduler's queues, what is in the device, and whose turn it is. */
import { duration } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { HostShown } from '../../protocol/generated/HostShown';
import type { RequestTimes } from '../../protocol/generated/RequestTimes';
import css from './channels.module.css';
import { type Queue, queuesOf } from './layout';
import { queueName, requestText, turnText } from './words';

export function Queues({ host }: { host: HostShown }) {
  const order = new Map(host.next.map((number, place) => [number, place + 1]));
  const queues = queuesOf(host);
  // If there are many zones, only those with requests and the current one are shown.
  // Merged ones are one to the device.
  const taken = Math.round(host.device.reduce((sum, each) => sum + 1 / Math.max(1, each.merged), 0));
  const shown = queues.length > 4 ? queues.filter((each) => each.waiting.length > 0 || each.turn) : queues;
  return (
    <div className={css.queues}>
      <p className={css.turn}>{turnText(host)}</p>
      <div className={css.columns}>
        {shown.map((queue) => (
          <QueueOf key={`${queue.of} ${queue.reads}`} queue={queue} host={host} order={order} />
        ))}
        {shown.length === 0 && <p className="quiet">{m.channels_queues_empty()}</p>}
        <section aria-label={m.channels_device()} className={css.queue} data-device="">
          <h3>{m.channels_device_room({ taken, depth: host.queue_depth })}</h3>
          <ul>
            {host.device.map((each) => (
              <li key={each.number} className={css.chip} data-read={each.op === 'read' || undefined}>
                {requestText(each)}
                <small>
                  {each.ended_us === null
                    ? m.channels_sent({ time: duration(host.now_us - (each.dispatched_us ?? host.now_us)) })
                    : m.channels_done_in({ time: duration(Math.max(0, each.ended_us - host.now_us)) })}
                </small>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function QueueOf({ queue, host, order }: { queue: Queue; host: HostShown; order: Map<number, number> }) {
  const name = queueName(queue, host.scheduler);
  return (
    <section aria-label={name} className={css.queue} data-turn={queue.turn || undefined}>
      <h3>
        {name}
        {queue.turn && <span className={css.mark}>{m.channels_turn_mark()}</span>}
      </h3>
      {queue.waiting.length === 0 && <p className="quiet">{m.channels_queue_empty()}</p>}
      <ol>
        {queue.waiting.map(({ parts }) => {
          const [first] = parts;
          return first ? (
            <Waiting key={first.number} parts={parts} place={order.get(first.number)} now={host.now_us} />
          ) : null;
        })}
      </ol>
    </section>
  );
}

/** A request, or several merged into one. */
function Waiting({ parts, place, now }: { parts: RequestTimes[]; place: number | undefined; now: number }) {
  const [first] = parts;
  if (!first) return null;
  const pages = parts.reduce((sum, each) => sum + each.pages, 0);
  const since = Math.min(...parts.map((each) => each.arrival_us));
  return (
    <li
      className={css.chip}
      data-read={first.op === 'read' || undefined}
      data-next={place === 1 || undefined}
    >
      {place !== undefined && <b>{m.channels_place({ place })}</b>}
      {requestText({ ...first, pages })}
      {parts.length > 1 && <small>{m.channels_merged({ parts: parts.map(requestText).join(', ') })}</small>}
      <small>{m.channels_waits({ time: duration(Math.max(0, now - since)) })}</small>
    </li>
  );
}
