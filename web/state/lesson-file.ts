/** A lesson or class file on its way from File > Open to the panel of lessons, which takes it. */
import { createStore } from 'zustand/vanilla';

export const lessonFile = createStore<{ file: File | null }>()(() => ({ file: null }));
