/** The built-in scenarios by the name that an address gives them: `#/lab/<name>`. */
import { m } from '../../i18n/compiled/messages.js';
import { FTL_NAMES } from '../../i18n/ftl-names';
import {
  bufferExampleText,
  channelsExampleText,
  exampleText,
  LARGE_EXAMPLES,
  largeExampleText,
  powerExampleText,
} from '../../model/scenario/examples';
import { FTLS } from '../../model/schemes';

/** Those beside one for each FTL. */
export const OTHER_EXAMPLES = ['power', 'buffer', 'channels', ...LARGE_EXAMPLES] as const;
const EXAMPLES = [...FTLS, ...OTHER_EXAMPLES] as const;
export type Example = (typeof EXAMPLES)[number];

export const EXAMPLE_NAMES: Record<Example, () => string> = {
  ...FTL_NAMES,
  power: m.app_example_power,
  buffer: m.app_example_buffer,
  channels: m.app_example_channels,
  million: m.stage_example_million,
  aged: m.stage_example_aged,
  apart: m.stage_example_apart,
};

export function isExample(name: string): name is Example {
  return EXAMPLES.some((example) => example === name);
}

export function textOf(example: Example): string {
  switch (example) {
    case 'power':
      return powerExampleText();
    case 'buffer':
      return bufferExampleText();
    case 'channels':
      return channelsExampleText();
    case 'million':
    case 'aged':
    case 'apart':
      return largeExampleText(example);
    default:
      return exampleText(example);
  }
}
