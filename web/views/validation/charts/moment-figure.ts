/** DFTL'09, Fig. 10. */
import { decimal, integer } from '../../../base/format';
import type { ChartSpec, Series } from '../../../chart/spec';
import { m } from '../../../i18n/compiled/messages.js';
import { SCHEME_NAMES } from './dftl';
import type { Readings } from './experiment';
import { all, claimOf, type Figure, linkAt } from './figure';
import { MOMENTS, type Moment, momentJob, momentKey, WINDOW } from './moment';

export function momentFigure(readings: Readings): Figure {
  const windowOf = (scheme: Moment) => readings(momentKey(scheme))?.window;
  const charts = MOMENTS.map((scheme): ChartSpec => {
    const [window, job] = [windowOf(scheme), momentJob(scheme)];
    const part = (name: string, colour: number, times: readonly number[] = []): Series => ({
      ...{ name, origin: 'ours', colour },
      points: times.map((y, at) => {
        const x = WINDOW.from + at;
        return { x, y, link: linkAt(job, x) };
      }),
    });
    return {
      name: m.sources_dftl_10_chart({ scheme: SCHEME_NAMES[scheme] }),
      x: { name: m.sources_request(), scale: 'linear', show: integer },
      y: { name: '' },
      series: [part(m.sources_service(), 0, window?.service), part(m.sources_wait(), 1, window?.wait)],
    };
  });
  const most = (times: readonly number[] | undefined) => times && Math.max(...times);
  const [fast, dftl] = [windowOf('fast'), windowOf('dftl')];
  const total = (window: typeof fast) =>
    window &&
    [...window.service, ...window.wait].reduce((sum, time) => sum + time, 0) / window.service.length;
  return {
    id: 'dftl-10',
    title: m.sources_dftl_10(),
    about: m.sources_dftl_10_about(),
    jobs: MOMENTS.map(momentJob),
    charts,
    claims: [
      claimOf(
        m.sources_dftl_10_waits(),
        all(most(fast?.service), most(fast?.wait)),
        ([service, wait]) => m.sources_dftl_10_most({ service: decimal(service, 1), wait: decimal(wait, 1) }),
        ([service, wait]) => service > 50 && wait > 0.5 * service,
      ),
      claimOf(
        m.sources_dftl_10_better(),
        all(total(fast), total(dftl)),
        ([fast, dftl]) => m.sources_dftl_10_means({ fast: decimal(fast), dftl: decimal(dftl) }),
        ([fast, dftl]) => dftl < fast / 2,
      ),
    ],
    why: m.sources_dftl_10_why(),
  };
}
