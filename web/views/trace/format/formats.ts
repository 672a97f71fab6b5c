/** The formats of traces: what they are called and how a line looks. `formats.test.ts` has the engine read them. */
import { m } from '../../../i18n/compiled/messages.js';
import type { Action } from '../../../protocol/generated/Action';
import type { Format } from '../../../protocol/generated/Format';

interface FormatShown {
  title: () => string;
  /** In few words. */
  name: () => string;
  /** A line, below a header if the format has to have one. */
  sample: string;
}

export const FORMATS: Readonly<Record<Format, FormatShown>> = {
  ops: { title: m.trace_format_ops, name: m.trace_format_ops, sample: 'w5 w0+3, r7 t10' },
  spc: { title: m.trace_format_spc, name: () => 'SPC', sample: '0,303567,3584,w,0.026214' },
  msr: {
    title: m.trace_format_msr,
    name: () => 'MSR Cambridge',
    sample: '128166385295514663,hm,0,Write,9056014336,2048,2833',
  },
  mqsim: { title: m.trace_format_mqsim, name: () => 'MQSim', sample: '938513000 4 264719034 16 0' },
  disksim: { title: m.trace_format_disksim, name: () => 'DiskSim', sample: '7961.833 0 20228336 8 0' },
  blkparse: {
    title: m.trace_format_blkparse,
    name: () => 'blkparse',
    sample: '259,2    0        4     0.000003858  4020  D  RS 282624 + 8 [java]',
  },
  ftrace: {
    title: m.trace_format_ftrace,
    name: () => 'ftrace',
    sample: 'dd-4242 [001] d..1. 1021.552180: block_rq_issue: 259,0 W 4096 () 2048 + 8 none,0,0 [dd]',
  },
  fio: {
    title: m.trace_format_fio,
    name: () => 'fio',
    sample: 'fio version 3 iolog\n878 /dev/sda write 0 16384',
  },
  tencent: {
    title: m.trace_format_tencent,
    name: () => 'Tencent CBS',
    sample: '1538323199,13896880,128,0,1063',
  },
  alibaba: {
    title: m.trace_format_alibaba,
    name: () => 'Alibaba',
    sample: '419,W,8792731648,16384,1577808144360767',
  },
  systor17: {
    title: m.trace_format_systor17,
    name: () => 'SYSTOR ’17',
    sample: '1456095145.133076000,0.000806000,R,0,899056122368,131072',
  },
  fiu: {
    title: m.trace_format_fiu,
    name: () => 'FIU',
    sample: '89966104059 4892 syslogd 904265560 8 W 6 0 7c6a5dc3a4b0c1f2d3e4f5061728394a',
  },
  ssdplayer: { title: m.trace_format_ssdplayer, name: () => 'SSDPlayer', sample: '0 0 17 4 W 3' },
  csv: {
    title: m.trace_format_csv,
    name: () => 'CSV',
    sample: 'time_us,op,offset_bytes,size_bytes\n26.2,write,155426304,3584',
  },
};

export const isFormat = (name: string): name is Format => Object.hasOwn(FORMATS, name);

/** The events of the block layer of which one counts. */
export const ACTIONS: readonly (readonly [Action, () => string])[] = [
  ['queue', m.trace_action_queue],
  ['insert', m.trace_action_insert],
  ['issue', m.trace_action_issue],
  ['complete', m.trace_action_complete],
];
