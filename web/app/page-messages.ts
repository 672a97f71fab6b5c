/** What the page itself has to say (links, files, storage, updates): short lines over the stage, until dismissed. */
import { createStore } from 'zustand/vanilla';

export interface PageMessage {
  id: number;
  text: string;
  /** Something went wrong: read out at once. */
  trouble: boolean;
  /** What can be done about it. */
  action?: { name: string; act: () => void };
}

interface PageMessages {
  messages: readonly PageMessage[];
  /** Returns the message's id. The same text is not said twice at a time. */
  say(text: string, more?: { trouble?: boolean; action?: PageMessage['action'] }): number;
  dismiss(id: number): void;
}

let lastId = 0;

export const pageMessages = createStore<PageMessages>()((set) => ({
  messages: [],
  say(text, { trouble = false, action } = {}) {
    lastId += 1;
    const message: PageMessage = { id: lastId, text, trouble, ...(action && { action }) };
    set(({ messages }) => ({ messages: [...messages.filter((each) => each.text !== text), message] }));
    return message.id;
  },
  dismiss: (id) => set(({ messages }) => ({ messages: messages.filter((each) => each.id !== id) })),
}));

export const { say, dismiss } = pageMessages.getState();
