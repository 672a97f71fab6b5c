// The texts that a room cannot read: outside the window or its part, under another part, over another text; and what
// would have to be scrolled. A canvas is tested in web/views/stage/legible.test.ts.

import type { Page } from '@playwright/test';

/** Each as a sentence. Of what is under a chart nothing is said: it is in the place of the stage. */
export function unread(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const nameOf = (part: Element) => [part.localName, ...part.classList].join('.');
    const seen = (part: Element) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const charted = (part: Element) =>
      document.querySelector('.chart') !== null && part.closest('.side, .centre, .timeline') !== null;
    const beyond = (box: DOMRect, clip: DOMRect) =>
      box.left < clip.left - 1 ||
      box.top < clip.top - 1 ||
      box.right > clip.right + 1 ||
      box.bottom > clip.bottom + 1;

    /** The part that cuts a text; `null`: none, or it hides the text as a whole on purpose. */
    const cutter = (box: DOMRect, parent: Element): Element | 'hides' | null => {
      let cut: Element | null = null;
      for (let part: Element | null = parent; part && part !== document.body; part = part.parentElement) {
        const { position, overflowX, overflowY } = getComputedStyle(part);
        if (position === 'fixed') break;
        const clips = overflowX !== 'visible' || overflowY !== 'visible';
        if (!clips || (part instanceof SVGElement && part.localName !== 'svg')) continue;
        const clip = part.getBoundingClientRect();
        // A bar with no room for its name shows none.
        if (box.top >= clip.bottom && part.closest('[aria-hidden=true]')) return 'hides';
        if (!cut && beyond(box, clip)) cut = part;
      }
      return cut;
    };

    const read: { text: string; box: DOMRect; parent: Element }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const [parent, text] = [node.parentElement, node.textContent?.trim().slice(0, 60)];
      if (!parent || !text || !seen(parent) || charted(parent)) continue;
      // Only read out.
      if (parent.closest('.visually-hidden, [role=grid], option, script, style, title, desc, h3')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { x, y, width, height } of range.getClientRects()) {
        if (width < 2 || height < 2) continue;
        // A line is higher than its letters.
        const box = new DOMRect(x + 1, y + height * 0.14, width - 2, height * 0.72);
        const cut = cutter(box, parent);
        if (cut === 'hides') continue;
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const under = top && !top.contains(parent) && !parent.contains(top);
        if (cut) found.add(`cut by ${nameOf(cut)}: ${text}`);
        else if (beyond(box, new DOMRect(0, 0, innerWidth, innerHeight)))
          found.add(`outside the window: ${text}`);
        else if (under) found.add(`under ${nameOf(top)}: ${text}`);
        else read.push({ text, box, parent });
      }
    }
    read.forEach(({ box, parent, text }, index) => {
      for (const other of read.slice(index + 1)) {
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (other.parent !== parent && wide > 1 && high > 1)
          found.add(`over each other: ${text} | ${other.text}`);
      }
    });
    for (const part of document.querySelectorAll('body *')) {
      if (!seen(part) || charted(part) || part.clientWidth < 3) continue;
      const { overflowX, overflowY } = getComputedStyle(part);
      const by = [
        /auto|scroll/.test(overflowX) ? part.scrollWidth - part.clientWidth : 0,
        /auto|scroll/.test(overflowY) ? part.scrollHeight - part.clientHeight : 0,
      ];
      if (by.some((each) => each > 1)) found.add(`must scroll by ${by.join(' and ')} px: ${nameOf(part)}`);
    }
    return [...found];
  });
}
