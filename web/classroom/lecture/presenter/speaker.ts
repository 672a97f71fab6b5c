/** How the speaker has the presenter's window: a matter of this window alone. */
import { createStore } from 'zustand/vanilla';

export const presenterView = createStore<{ notes: 'normal' | 'large'; help: boolean }>()(() => ({
  notes: 'normal',
  help: false,
}));
