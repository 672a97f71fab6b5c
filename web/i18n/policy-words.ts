/** The words of policies: what their code finds, and what they choose. */
import { integer } from '../base/format';
import { m } from './compiled/messages.js';

/** A choice of a policy, as the stage calls it. `name`: the function that made it. */
export function choiceOf(name: string, choice: number): string {
  if (name === 'placement') return choice === 1 ? m.policy_hot() : m.policy_cold();
  if (name === 'eviction') return m.policy_mapping({ lpn: integer(choice) });
  return name === 'victim' || name === 'logBlock' ? `B${choice}` : integer(choice);
}

/** The names of the interface, with what each is for. */
export const policyNames = () => [
  { label: 'init', detail: 'init(device)', type: 'function' },
  { label: 'write', detail: 'write(lpn, block, how)', type: 'function' },
  { label: 'invalidate', detail: 'invalidate(lpn, block)', type: 'function' },
  { label: 'erase', detail: 'erase(block)', type: 'function' },
  { label: 'trim', detail: 'trim(lpn)', type: 'function' },
  { label: 'close', detail: 'close(block)', type: 'function' },
  { label: 'hit', detail: 'hit(lpn)', type: 'function' },
  { label: 'load', detail: 'load(lpn)', type: 'function' },
  { label: 'evict', detail: 'evict(lpn, dirty)', type: 'function' },
  { label: 'victim', detail: 'victim(blocks, now, own)', type: 'function' },
  { label: 'placement', detail: 'placement(lpn, now, own)', type: 'function' },
  { label: 'eviction', detail: 'eviction(entries, now, own)', type: 'function' },
  { label: 'logBlock', detail: 'logBlock(blocks, now, own)', type: 'function' },
  { label: 'merge', detail: 'merge(kinds, now, own)', type: 'function' },
  { label: 'superblock', detail: 'superblock(list, now, own)', type: 'function' },
  { label: 'chain', detail: 'chain(list, now, own)', type: 'function' },
  { label: 'OWN', detail: m.policy_gets_own(), type: 'constant' },
  { label: 'log', detail: m.policy_gets_log(), type: 'function' },
  { label: 'id', detail: m.policy_gets_id(), type: 'property' },
  { label: 'valid', detail: m.policy_gets_valid(), type: 'property' },
  { label: 'closedAt', detail: m.policy_gets_closed_at(), type: 'property' },
  { label: 'erases', detail: m.policy_gets_erases(), type: 'property' },
  { label: 'dirty', detail: m.policy_gets_dirty(), type: 'property' },
  { label: 'now', detail: m.policy_gets_now(), type: 'variable' },
  { label: 'blocks', detail: m.policy_gets_blocks(), type: 'property' },
  { label: 'pagesPerBlock', detail: m.policy_gets_pages(), type: 'property' },
  { label: 'logicalPages', detail: m.policy_gets_logical(), type: 'property' },
  { label: 'state', detail: 'state.u8(n), u16, u32, i32', type: 'property' },
];
