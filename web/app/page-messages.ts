/** The page's own notices (links, files, storage, updates): short lines over the stage, until dismissed. */
import { createStore } from 'zustand/vanilla';

export interface PageMessage {
  id: number;
  text: string;
  /** Something went wrong: read out at once. */
  trouble: boolean;
  /** Its remedy. */
  action?: { name: string; act: () => void };
}

interface PageMessages {
  messages: readonly PageMessage[];
  /** A notice takes the place of the notice before; the same trouble is not reported twice at a time. Returns its id. */
  say(text: string, more?: { trouble?: boolean; action?: PageMessage['action'] }): number;
  dismiss(id: number): void;
}

let lastId = 0;

export const pageMessages = createStore<PageMessages>()((set) => ({
  messages: [],
  say(text, { trouble = false, action } = {}) {
    lastId += 1;
    const message: PageMessage = { id: lastId, text, trouble, ...(action && { action }) };
    const stays = (each: PageMessage) => each.text !== text && (trouble || each.trouble);
    set(({ messages }) => ({ messages: [...messages.filter(stays), message] }));
    return message.id;
  },
  dismiss: (id) => set(({ messages }) => ({ messages: messages.filter((each) => each.id !== id) })),
}));

export const { say, dismiss } = pageMessages.getState();
