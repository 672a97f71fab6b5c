/** Whether what explains the stage (why, figures, maps) stands beside it in a lesson, which leaves the room to the stage at first. */
import { createStore } from 'zustand/vanilla';

export const inspector = createStore<{ open: boolean }>()(() => ({ open: false }));
