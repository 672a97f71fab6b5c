/** The traces that ship with the page (public/traces, with their NOTICE): there without a network too. */

export interface BundledTrace {
  /** Also the name of its messages, `trace_bundled_<id>`. */
  id: 'tpcc_excerpt' | 'tpcc' | 'financial' | 'msr' | 'systor' | 'tencent';
  /** In the folder `traces` beside the page. */
  file: string;
  requests: number;
  /** The repository it was found in: where it comes from is said wherever it is shown. */
  source: string;
  licence: string;
}

export const BUNDLED_TRACES: readonly BundledTrace[] = [
  {
    id: 'tpcc_excerpt',
    file: 'tpcc-small-2000.mqsim',
    requests: 2000,
    source: 'CMU-SAFARI/MQSim',
    licence: 'MIT',
  },
  {
    id: 'tpcc',
    file: 'tpcc-small.mqsim.gz',
    requests: 6999,
    source: 'CMU-SAFARI/MQSim',
    licence: 'MIT',
  },
  {
    id: 'financial',
    file: 'financial1-first10k.mqsim.gz',
    requests: 10_000,
    source: 'huaicheng/ssdsim',
    licence: 'BSD-like',
  },
  {
    id: 'msr',
    file: 'msr-cambridge-hm0-1000.csv.gz',
    requests: 1000,
    source: 'ben-manes/caffeine',
    licence: 'Apache-2.0',
  },
  {
    id: 'systor',
    file: 'systor17-1000.csv.gz',
    requests: 999,
    source: 'ben-manes/caffeine',
    licence: 'Apache-2.0',
  },
  {
    id: 'tencent',
    file: 'tencent-cbs-50000.csv.gz',
    requests: 50_000,
    source: 'ben-manes/caffeine',
    licence: 'Apache-2.0',
  },
];
