import { useEffect } from 'react';
import { actionOf } from '../state/keys/key-map';
import { type KeyAction, TAKES_ARROWS, TAKES_TEXT } from '../state/keys/keys';

/** An element that takes Space and Enter keeps them. */
const TAKES_SPACE =
  'button, a[href], summary, input, [role=button], [role=option], [role=menuitem], [role=menuitemradio], [role=tab]';

/** Whether a key press belongs to what has the focus rather than to the page. The palette opens from everywhere but a dialog. */
function taken(target: EventTarget | null, key: string, action: KeyAction): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role=dialog], [role=alertdialog]')) return true;
  if (action === 'palette') return false;
  if (target.closest(TAKES_TEXT)) return true;
  if (key === ' ' || key === 'Enter') return target.closest(TAKES_SPACE) !== null;
  if (key.startsWith('Arrow') || key === 'Home' || key === 'End')
    return target.closest(TAKES_ARROWS) !== null;
  return false;
}

/** Listens for the keys of `state/keys/key-map.ts`. `act` says whether it did anything. */
export function useKeys(act: (action: KeyAction) => boolean): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const action = event.defaultPrevented ? undefined : actionOf(event);
      if (!action || taken(event.target, event.key, action)) return;
      if (act(action)) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [act]);
}
