/** The work of queues and channels (SPEC 7), with units. */
import { decimal, duration, integer, percent, plain } from '../../base/format';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import type { ParallelReport } from '../../protocol/generated/ParallelReport';

export default function Parallel({ report }: { report: ParallelReport }) {
  useLanguage();
  const { wait_us: wait, depth, held_up: held } = report;
  const rows: [string, string][] = [
    [m.channels_bandwidth(), m.channels_mb_s({ value: decimal(report.bandwidth_mb_s, 1) })],
    [m.channels_requests_per_s(), plain(report.requests_per_s)],
    [m.channels_merged_requests(), m.channels_count({ count: integer(report.merged) })],
    [m.channels_wait_mean(), duration(wait.mean)],
    [m.channels_wait_p99(), duration(wait.p99)],
    [m.channels_read_response(), duration(report.read_response_us.mean)],
    [m.channels_write_response(), duration(report.write_response_us.mean)],
    [m.channels_depth_host(), plain(depth.host)],
    [m.channels_depth_device(), plain(depth.device)],
    [m.channels_held_reads(), m.channels_of({ count: integer(held.held_up), all: integer(held.reads) })],
    [m.channels_held_mean(), duration(held.mean_us)],
    ...report.channels.map((each, channel): [string, string] => [
      m.channels_busy({ channel }),
      m.channels_busy_share({ busy: percent(each.busy), bus: percent(each.bus) }),
    ]),
  ];
  return (
    <table className="figures">
      <caption>{m.channels_figures()}</caption>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
