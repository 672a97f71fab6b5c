/** The names of the traces opened last, in this browser; nothing of the traces themselves. */
import { keep, kept } from '../../base/keep';

const KEY = 'ftl-lab-traces';
const MOST = 6;

export function recentTraces(): string[] {
  try {
    const names: unknown = JSON.parse(kept(KEY) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export function remember(name: string): void {
  keep(KEY, JSON.stringify([name, ...recentTraces().filter((other) => other !== name)].slice(0, MOST)));
}

export function forgetTraces(): void {
  keep(KEY, null);
}
