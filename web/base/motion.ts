/** Whether what happens is to be seen happening. Where that cannot be asked it is not. */
export function wantsMotion(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches === false;
}
