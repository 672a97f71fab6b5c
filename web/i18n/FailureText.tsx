import { useFailureWords } from './failures';

/**
 * A failure's words, in the page's language; marked as English where there are no words for it. Some failures are the
 * page's own, and in its language already.
 */
export function FailureText({ text }: { text: string }) {
  const said = useFailureWords()(text);
  const english = said === text && /^\p{ASCII}*$/u.test(text);
  return <span lang={english ? 'en' : undefined}>{said}</span>;
}
