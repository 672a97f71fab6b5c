import { useEffect } from 'react';
import { bindingOf, type KeyAction, LAB_ACTIONS } from '../state/keys';
import { useLabStore } from '../state/use-lab';

/** What takes letters, and what takes arrows or Space, keeps them. */
const TAKES_TEXT =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]';
const TAKES_ARROWS =
  'input, [role=grid], [role=slider], [role=radiogroup], [role=tablist], [role=listbox], [role=menu], [role=separator]';
const TAKES_SPACE =
  'button, a[href], summary, input, [role=button], [role=option], [role=menuitem], [role=menuitemradio], [role=tab]';

/** Whether a key press belongs to what has the focus rather than to the page. */
function taken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest(TAKES_TEXT) || target.closest('[role=dialog], [role=alertdialog]')) return true;
  if (key === ' ' || key === 'Enter') return target.closest(TAKES_SPACE) !== null;
  if (key.startsWith('Arrow') || key === 'Home' || key === 'End')
    return target.closest(TAKES_ARROWS) !== null;
  return false;
}

/** Listens for the keys of `state/keys.ts`; `others` does what needs more than the store. The lab itself moves only when seen. */
export function useKeys(others: (action: KeyAction) => void, labHidden: boolean): void {
  const store = useLabStore();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || taken(event.target, event.key)) return;
      const binding = bindingOf(event);
      if (!binding) return;
      const act = LAB_ACTIONS[binding.action];
      if (act && labHidden) return;
      event.preventDefault();
      if (act) act(store.getState());
      else others(binding.action);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [store, others, labHidden]);
}
