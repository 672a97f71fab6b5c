/** A plan that was dropped somewhere on the page, until the page of sweeps takes it. */
import { createStore } from 'zustand/vanilla';

export const droppedPlan = createStore<{ file: File | null }>()(() => ({ file: null }));
