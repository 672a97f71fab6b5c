import type { Preset } from '../../model/plans/batch-compare';

/** Whether a preset is about how soon requests are answered, and not about what they cost flash. */
export function isOfHost(preset: Preset): boolean {
  return preset === 'schedulers' || preset === 'channels' || preset === 'depths';
}
