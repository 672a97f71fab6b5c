/** How a component reads the lab: `useLab(selector)`; the component re-renders when what it selected changes. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { LabState, LabStore } from './lab/lab';

const LabContext = createContext<LabStore | null>(null);

/** Wraps the page (and, in tests, the view under test) around a store. */
export const LabProvider = LabContext.Provider;

/** The store itself, for callbacks that need the state of the moment rather than of the render. */
export function useLabStore(): LabStore {
  const store = useContext(LabContext);
  if (!store) throw new Error('useLab outside of <LabProvider>');
  return store;
}

/** The element that `selector` picks. Pick stable values (fields, actions), not freshly made objects. */
export function useLab<T>(selector: (state: LabState) => T): T {
  return useStore(useLabStore(), selector);
}
