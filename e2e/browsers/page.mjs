// @ts-check
// A page of a browser that speaks the W3C's WebDriver (https://www.w3.org/TR/webdriver2/): the few commands that the flows need.

/** The name of an element's reference in WebDriver's JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** The codes of keys that type no letter. */
const KEYS = { Control: '\uE009', ArrowRight: '\uE014', PageDown: '\uE00F' };
/** How often a condition is looked at, in milliseconds. */
const LOOK = 50;

/** @typedef {{ [ELEMENT]: string }} Reference */

export class Page {
  /** When the flow has to be over. */
  #deadline = 0;
  #session = '';

  /**
   * @param {string} home the address of the page, with a slash at its end
   * @param {number} most how long all of it may take, in milliseconds
   */
  constructor(home, most) {
    this.home = home;
    this.#deadline = performance.now() + most;
  }

  /**
   * Starts a browser that remembers nothing.
   *
   * @param {string} driver the address of its WebDriver
   * @param {object} capabilities
   */
  async start(driver, capabilities) {
    const { sessionId } = await this.#ask('POST', `${driver}/session`, {
      capabilities: { alwaysMatch: capabilities },
    });
    this.#session = `${driver}/session/${sessionId}`;
    await this.#send('POST', '/window/rect', { width: 1280, height: 900 });
  }

  async end() {
    if (this.#session) await this.#send('DELETE', '');
  }

  /** Opens an address as a new visit. @param {string} hash a route, or a whole address */
  async open(hash) {
    await this.#send('POST', '/url', { url: 'about:blank' });
    await this.#send('POST', '/url', { url: new URL(hash, this.home).href });
  }

  /**
   * The result of a function in the page.
   *
   * @template {unknown[]} A
   * @template T
   * @param {(...args: A) => T} work which knows its arguments alone
   * @param {A} args
   * @returns {Promise<Awaited<T>>}
   */
  run(work, ...args) {
    return this.#send('POST', '/execute/sync', { script: `return (${work}).apply(null, arguments)`, args });
  }

  /**
   * Waits until a function gives something that is true.
   *
   * @template {unknown[]} A
   * @template T
   * @param {string} what is waited for, for the message
   * @param {(...args: A) => T} work
   * @param {A} args
   */
  async until(what, work, ...args) {
    for (;;) {
      const value = await this.run(work, ...args).catch((error) => {
        // The page, or the element that was found, left meanwhile.
        if (!/^no such frame|^stale element|unload/.test(error.message)) throw error;
      });
      if (value) return value;
      await this.#look(what);
    }
  }

  /** Until it is time to look again. @param {string} what is waited for */
  async #look(what) {
    if (performance.now() > this.#deadline) throw new Error(`waited in vain: ${what}`);
    await new Promise((done) => setTimeout(done, LOOK));
  }

  /**
   * The first element that is to be seen and not disabled, and has this name or text.
   *
   * @param {string} selector
   * @param {string | RegExp} [name] all of it, or a pattern
   * @returns {Promise<Reference>}
   */
  find(selector, name = /(?:)/) {
    const pattern =
      typeof name === 'string' ? `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : name.source;
    // An element comes out of the page as a reference.
    const found = this.until(`${selector} with the name ${name}`, named, selector, pattern);
    return /** @type {Promise<any>} */ (found);
  }

  /** @param {string} selector @param {string | RegExp} [name] */
  async press(selector, name) {
    await this.#act(selector, name, 'click', {});
  }

  /** Types into a field. @param {string} selector @param {string | RegExp} name @param {string} text */
  async fill(selector, name, text) {
    await this.#act(selector, name, 'clear', {});
    await this.#act(selector, name, 'value', { text });
  }

  /**
   * Does something with an element, once nothing lies in front of it and it is not drawn again meanwhile.
   *
   * @param {string} selector
   * @param {string | RegExp | undefined} name
   * @param {'click' | 'clear' | 'value'} act
   * @param {object} body
   */
  async #act(selector, name, act, body) {
    for (;;) {
      const element = await this.find(selector, name);
      try {
        return await this.#send('POST', `/element/${element[ELEMENT]}/${act}`, body);
      } catch (error) {
        const { message } = /** @type {Error} */ (error);
        if (!/^(element |stale element)/.test(message)) throw error;
        await this.#look(`${act} on ${selector} ${name}, ${message}`);
      }
    }
  }

  /** Chooses a file, in a field that may be hidden. @param {string} path */
  async choose(path) {
    const element = await this.until('a field for files', () => document.querySelector('input[type=file]'));
    await this.#send('POST', `/element/${/** @type {any} */ (element)[ELEMENT]}/value`, { text: path });
  }

  /** Waits until a text is on the page. @param {RegExp} text @param {string} [within] */
  sees(text, within = 'body') {
    return this.until(
      `${text} in ${within}`,
      (of, pattern) => {
        const texts = [...document.querySelectorAll(of)].map((element) => element.textContent ?? '');
        return texts.find((words) => new RegExp(pattern).test(words.replace(/\s+/g, ' ').trim()));
      },
      within,
      text.source,
    );
  }

  /** Presses keys together. @param {(keyof typeof KEYS | (string & {}))[]} keys */
  async keys(...keys) {
    const codes = keys.map((key) => KEYS[/** @type {keyof typeof KEYS} */ (key)] ?? key);
    const actions = [
      ...codes.map((value) => ({ type: 'keyDown', value })),
      ...codes.reverse().map((value) => ({ type: 'keyUp', value })),
    ];
    await this.#send('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** The window that opens beside this one. @returns {Promise<string>} */
  async otherWindow() {
    const here = await this.window();
    for (;;) {
      /** @type {string[]} */
      const all = await this.#send('GET', '/window/handles');
      const other = all.find((handle) => handle !== here);
      if (other) return other;
      await this.#look('another window');
    }
  }

  /** @returns {Promise<string>} */
  window() {
    return this.#send('GET', '/window');
  }

  /** Goes on in another window. @param {string} handle */
  async turnTo(handle) {
    await this.#send('POST', '/window', { handle });
  }

  /** The visible state, in words. */
  async text() {
    return this.run(() => `${location.href}\n${document.body.innerText}`);
  }

  /** @param {string} method @param {string} path @param {object} [body] */
  #send(method, path, body) {
    return this.#ask(method, this.#session + path, body);
  }

  /** @param {string} method @param {string} url @param {object} [body] */
  async #ask(method, url, body) {
    const response = await fetch(url, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(Math.max(10_000, Math.ceil(this.#deadline - performance.now()))),
    });
    const { value } = /** @type {any} */ (await response.json());
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  }
}

/** Runs in the page. @param {string} selector @param {string} pattern */
function named(selector, pattern) {
  const name = new RegExp(pattern);
  return [...document.querySelectorAll(selector)].find((element) => {
    const { labels } = /** @type {HTMLInputElement} */ (element);
    const words = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? '';
    const shown = element.checkVisibility({ visibilityProperty: true });
    return shown && !element.matches(':disabled') && name.test(words.replace(/\s+/g, ' ').trim());
  });
}
