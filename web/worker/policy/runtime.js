// Calls the functions of a policy: the same file in QuickJS (the command line) and in the page's sandbox. It must run in both, so
// it uses the language alone.

/** Functions of notifications, by number (sim::policy::NOTES). */
const NOTES = ['write', 'invalidate', 'erase', 'trim', 'close', 'hit', 'load', 'evict'];
/** Functions of decisions, by number (sim::policy::FUNCTIONS). */
const DECISIONS = ['victim', 'logBlock', 'merge', 'eviction', 'superblock', 'chain', 'placement'];
/** Words of a note, and numbers of a candidate. */
const NOTE_WORDS = 4;
const FACTS = 5;
/** The answer of a policy, and of `decide` here, that means the scheme's own choice. */
const OWN = -1;
/** Lines that are kept between two calls of `takeLog`, and characters of each. */
const MOST_LINES = 1000;
const MOST_CHARACTERS = 500;
/** Of a function without a list. */
const NO_LIST = ' A function gets its list only if it names it, without a default.';
/** Lines that the policy has logged. */
let log = [];

/** What a policy finds: all else is taken away before its first line runs. */
const KEPT = [
  'Array',
  'ArrayBuffer',
  'BigInt',
  'BigInt64Array',
  'BigUint64Array',
  'Boolean',
  'DataView',
  'Error',
  'EvalError',
  'Float32Array',
  'Float64Array',
  'Infinity',
  'Int16Array',
  'Int32Array',
  'Int8Array',
  'JSON',
  'Map',
  'Math',
  'NaN',
  'Number',
  'Object',
  'RangeError',
  'ReferenceError',
  'Reflect',
  'Set',
  'String',
  'Symbol',
  'SyntaxError',
  'TypeError',
  'URIError',
  'Uint16Array',
  'Uint32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'WeakMap',
  'WeakSet',
  'globalThis',
  'isFinite',
  'isNaN',
  'parseFloat',
  'parseInt',
  'undefined',
];
/** Of Math: exact on every machine, and the same twice. */
const MATH = [
  'abs',
  'ceil',
  'clz32',
  'floor',
  'fround',
  'imul',
  'max',
  'min',
  'round',
  'sign',
  'sqrt',
  'trunc',
];

/** The stable order of a list, by merging. A comparator that contradicts itself is asked the same questions in every engine. */
function ordered(list, compare) {
  const { length } = list;
  let from = list;
  let to = new Array(length);
  for (let width = 1; width < length; width *= 2) {
    for (let start = 0; start < length; start += 2 * width) {
      const middle = Math.min(start + width, length);
      const end = Math.min(start + 2 * width, length);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at += 1) {
        const second = left >= middle || (right < end && compare(from[left], from[right]) > 0);
        to[at] = second ? from[right++] : from[left++];
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

/** Sorts in place: values, then those that are undefined, then holes. */
function sortBy(list, compare) {
  const { length } = list;
  const values = [];
  let there = 0;
  for (let at = 0; at < length; at += 1) {
    if (!(at in list)) continue;
    there += 1;
    if (list[at] !== undefined) values.push(list[at]);
  }
  const sorted = ordered(values, compare);
  for (let at = 0; at < length; at += 1) {
    if (at < sorted.length) list[at] = sorted[at];
    else if (at < there) list[at] = undefined;
    else delete list[at];
  }
  return list;
}

/** Gives arrays sorts of our own. Without a comparator engines do the same, and with one each in its own way. */
function sortAlike(typed) {
  for (const owner of [Array.prototype, typed]) {
    const { sort, slice } = owner;
    const ours = {
      sort(compare) {
        if (compare === undefined) return Reflect.apply(sort, this, []);
        if (typeof compare !== 'function') throw new TypeError('`sort` takes a function that compares');
        return sortBy(Object(this), compare);
      },
      toSorted(compare) {
        const copy = owner === typed ? Reflect.apply(slice, this, []) : Array.from(this);
        return Reflect.apply(ours.sort, copy, [compare]);
      },
    };
    for (const name of ['sort', 'toSorted'])
      Object.defineProperty(owner, name, { value: ours[name], writable: true, configurable: true });
  }
}

/** One of each kind of iterator: no name leads to what they inherit from. */
function kindsOfIterators(iterator) {
  const made = [
    ...[[].values(), new Map().values(), new Set().values(), ''[Symbol.iterator](), 'a'.matchAll(/a/g)],
    (function* () {})(),
    (async function* () {})(),
  ];
  if (typeof iterator === 'function') {
    made.push(iterator.prototype, [].values().map?.((one) => one) ?? iterator.prototype);
    // One that is wrapped.
    if (iterator.from) made.push(iterator.from({ next: () => ({ done: true }) }));
  }
  return made.map((one) => Object.getPrototypeOf(one)).concat(iterator ? [iterator] : []);
}

/** Freezes objects and all that they lead to: their properties, those that are computed, and what they inherit from. */
function freezeAll(roots, but) {
  const seen = new Set([but]);
  const waiting = [...roots];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if ((typeof one !== 'object' && typeof one !== 'function') || one === null || seen.has(one)) continue;
    seen.add(one);
    Object.freeze(one);
    waiting.push(Object.getPrototypeOf(one));
    for (const key of Reflect.ownKeys(one)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(one, key);
      waiting.push(value, get, set);
    }
  }
}

/** Takes away everything by which a policy could reach time, chance, the network, or other code. */
export function seal(global) {
  const math = {};
  const exact = new Set(MATH);
  for (const name of Object.getOwnPropertyNames(Math)) {
    const its = Math[name];
    math[name] =
      typeof its !== 'function' || exact.has(name)
        ? its
        : () => {
            throw new TypeError(
              `Math.${name} is not here: a run must be the same twice, and on every machine`,
            );
          };
  }
  const kept = new Set(KEPT);
  // No constructor of a kept one, but what their iterators inherit from.
  const iterator = global.Iterator;
  const { prototype: typed } = Object.getPrototypeOf(Uint8Array);
  sortAlike(typed);
  // What literals and async functions lead to; `explain` relies on the first.
  const hidden = [RegExp, Promise];
  // The constructors of functions make code from text.
  const functions = [() => {}, async () => {}, function* () {}, async function* () {}].map(
    Object.getPrototypeOf,
  );
  for (const one of functions)
    Object.defineProperty(one, 'constructor', { value: undefined, writable: false });
  for (const owner of [String, Number, Array, BigInt, Object].map((of) => of.prototype)) {
    for (const name of ['toLocaleString', 'localeCompare', 'toLocaleUpperCase', 'toLocaleLowerCase'])
      delete owner[name];
  }
  for (let owner = global; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner)) {
    for (const key of Reflect.ownKeys(owner)) {
      if (kept.has(key)) continue;
      // What cannot be deleted is hidden.
      if (!Reflect.deleteProperty(owner, key)) {
        try {
          owner[key] = undefined;
        } catch {
          // Read-only, and no function: Infinity's kind.
        }
      }
    }
  }
  // All that a policy can get hold of. Other code runs here as well, the engine's glue among it: what it calls stays what it is.
  const roots = [...functions, ...hidden, Object.getPrototypeOf(Uint8Array), ...kindsOfIterators(iterator)];
  for (const name of kept) roots.push(global[name]);
  freezeAll(roots, global);
  const fixed = { writable: false, configurable: false };
  for (const name of kept) {
    if (name === 'Math') Object.defineProperty(global, name, { value: Object.freeze(math), ...fixed });
    // What the standard fixes is fixed already.
    else if (Object.getOwnPropertyDescriptor(global, name)?.configurable)
      Object.defineProperty(global, name, { value: global[name], enumerable: false, ...fixed });
  }
  const write = (...values) => {
    if (log.length > MOST_LINES) return;
    const texts = values.map((value) =>
      typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value)),
    );
    log.push(texts.join(' ').slice(0, MOST_CHARACTERS));
  };
  Object.defineProperty(global, 'log', { value: Object.freeze(write), ...fixed });
  Object.defineProperty(global, 'OWN', { value: OWN, ...fixed });
  // A name that was taken away is not given again: the code around the policy would find the policy's.
  Reflect.preventExtensions(global);
}

/** Bits of the names that a policy has a function for. */
function bits(policy, names, has = () => true) {
  let all = 0;
  names.forEach((name, n) => {
    if (typeof policy[name] === 'function' && has(policy[name], name)) all |= 1 << n;
  });
  return all;
}

/** A value as a message shows it. */
function shown(value) {
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 40))}`;
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return String(value);
}

/** The mistakes that this file found, by their errors. No policy can reach it, and so none can make one up. */
const mistakes = new WeakMap();

/** An error of a policy, in words. */
export function mistake(name, message, remedy, line = null) {
  const error = new Error(message);
  mistakes.set(error, { function: name, message, remedy, line, column: line && 1 });
  return error;
}

/** What this file found wrong, or `undefined`: it is another error. */
export const ours = (error) => mistakes.get(error);

/** `import.meta`, however it is spaced. Each space or comment is matched in one way only: many of them take no longer. */
const SPACE =
  '(?:\\s|\\/\\*(?:[^*]|\\*(?!\\/))*\\*\\/|\\/\\/[^\\n\\r\\u2028\\u2029]*(?:[\\n\\r\\u2028\\u2029]|$))*';
const META = new RegExp(`\\bimport${SPACE}\\.${SPACE}meta\\b`);

/** How browsers say that something is too large. */
const MEMORY = /allocation|Invalid (array|typed array|string|array buffer) length|out of memory/i;

/** Refuses a text that cannot be the same policy in each engine. */
export function refuse(text) {
  const at = text.search(META);
  if (at < 0) return;
  const line = text.slice(0, at).split(/\r\n?|[\n\u2028\u2029]/).length;
  throw mistake(
    '',
    'the policy cannot be loaded: it has `import.meta`',
    'Leave it out, in comments too: a policy is the same wherever it is.',
    line,
  );
}

/** Line and column of the first place in the policy that a stack names. Where a browser does not name it, its module is a blob. */
function placeOf(stack) {
  const text = String(stack);
  const place = /policy\.js:(\d+):(\d+)/.exec(text) ?? /blob:[^\s)]*?:(\d+):(\d+)/.exec(text);
  return place ? [Number(place[1]), Number(place[2])] : [null, null];
}

/**
 * An error that a policy made, in the parts of sim::policy::Stop. `current`: the function that ran; empty while it is loaded. `hint`:
 * what else the remedy says of a TypeError.
 */
export function explain(error, current, hint = '') {
  try {
    return explained(error, current, hint);
  } catch {
    // It throws when it is looked at.
    return {
      function: current,
      message: 'threw an object that throws again when it is read',
      remedy: 'Throw nothing: return the `id` of a candidate, or `OWN`.',
      line: null,
      column: null,
    };
  }
}

function explained(error, current, hint) {
  const found = ours(error);
  if (found) return found;
  if (!(error instanceof Error)) {
    return {
      function: current,
      message: current ? `threw ${shown(error)}` : `the policy cannot be loaded: it threw ${shown(error)}`,
      remedy: 'Throw nothing: return the `id` of a candidate, or `OWN`.',
      line: null,
      column: null,
    };
  }
  const [line, column] = placeOf(error.stack);
  const said = String(error.message).slice(0, 300);
  if (error instanceof RangeError && MEMORY.test(said)) {
    return {
      function: current,
      message: `takes more memory than a policy has: ${said}`,
      remedy: 'Keep less: ask `device.state` once, in `init`.',
      line,
      column,
    };
  }
  const what = `${error.name}: ${said}`;
  return {
    function: current,
    message: current ? `threw ${what}` : `the policy cannot be loaded: ${what}`,
    remedy: `Correct the line; \`log(...)\` shows values of a run.${error instanceof TypeError ? hint : ''}`,
    line,
    column,
  };
}

/**
 * The caller of a policy's functions.
 *
 * @param policy its functions: the namespace of its module
 * @param enter is called with the name of each function before it runs, to find one that does not end
 * @param most bytes of state at most; null: any number
 */
export function host(policy, enter, most = null) {
  let current = '';
  let bytes = 0;
  const { init, write, invalidate, erase, trim, close, hit, load, evict } = policy;
  const decisions = DECISIONS.map((name) => policy[name]);
  // A list that a function does not name in its parameters is not made.
  const looks = bits(policy, DECISIONS, (f, name) => f.length > 0 && name !== 'placement');

  const array = (Kind) => (length) => {
    if (!Number.isInteger(length) || length < 0) {
      throw mistake(current, `asks for ${shown(length)} of state`, 'Give the number of elements.');
    }
    bytes += length * Kind.BYTES_PER_ELEMENT;
    if (most !== null && bytes > most) {
      throw mistake(
        current,
        `asks for ${bytes} bytes of state, and ${most} are allowed`,
        'Keep less: narrower arrays, or fewer elements.',
      );
    }
    return new Kind(length);
  };
  /** For a function that is asked and names no list, though decisions of its kind have one. */
  const hint = () => {
    const at = DECISIONS.indexOf(current);
    return at >= 0 && current !== 'placement' && decisions[at].length === 0 ? NO_LIST : '';
  };
  const state = Object.freeze({
    u8: array(Uint8Array),
    u16: array(Uint16Array),
    u32: array(Uint32Array),
    i32: array(Int32Array),
  });

  return {
    /** The function that runs, or ran last. */
    current: () => current,
    /** What the remedy of its mistakes adds. */
    hint,
    /** Bits of notifications, of decisions, of decisions with a list. */
    hooks: () => [bits(policy, NOTES), bits(policy, DECISIONS), looks],
    /** Bytes of state that were asked for. */
    stateBytes: () => bytes,
    /** Whether lines were logged since the last call of `takeLog`. */
    logs: () => log.length > 0,
    /** Lines logged since the last call. */
    takeLog() {
      const lines = log;
      log = [];
      return lines;
    },
    init(blocks, pagesPerBlock, logicalPages) {
      if (bits(policy, DECISIONS) === 0) {
        throw mistake(
          '',
          'the policy decides nothing',
          `Export a function of one of these names: ${DECISIONS.join(', ')}.`,
        );
      }
      current = 'init';
      // It begins a run: in a search there were others before.
      bytes = 0;
      if (enter) enter(current);
      if (typeof init === 'function') init(Object.freeze({ blocks, pagesPerBlock, logicalPages, state }));
    },
    notes(words) {
      const { length } = words;
      for (let at = 0; at < length; at += NOTE_WORDS) {
        const n = words[at];
        current = NOTES[n];
        if (enter) enter(current);
        // One place for each function, so that its calls are compiled into the loop.
        switch (n) {
          case 0:
            write(words[at + 1], words[at + 2], words[at + 3]);
            break;
          case 1:
            invalidate(words[at + 1], words[at + 2]);
            break;
          case 2:
            erase(words[at + 1]);
            break;
          case 3:
            trim(words[at + 1]);
            break;
          case 4:
            close(words[at + 1]);
            break;
          case 5:
            hit(words[at + 1]);
            break;
          case 6:
            load(words[at + 1]);
            break;
          case 7:
            evict(words[at + 1], words[at + 2]);
            break;
        }
      }
    },
    decide(kind, own, lpn, now, facts) {
      const name = DECISIONS[kind];
      current = name;
      if (enter) enter(name);
      let answer;
      // Not called as a method: `this` would be the list of all of them.
      const ask = decisions[kind];
      if (looks & (1 << kind)) {
        const list = [];
        for (let at = 0; at < facts.length; at += FACTS) {
          const id = facts[at];
          if (name === 'eviction') list.push({ id, dirty: facts[at + 4] === 1 });
          else if (name === 'victim') {
            list.push({ id, valid: facts[at + 1], erases: facts[at + 2], closedAt: facts[at + 3] });
          } else if (name === 'logBlock') list.push({ id, valid: facts[at + 1], erases: facts[at + 2] });
          else list.push({ id });
        }
        answer = ask(list, now, own);
      } else if (name === 'placement') answer = ask(lpn, now, own);
      else answer = ask(undefined, now, own);
      if (Number.isInteger(answer) && answer >= OWN && answer < 4294967296) return answer;
      const more =
        answer === undefined ? ` Check that each way through the function returns a value.${hint()}` : '';
      throw mistake(
        name,
        `returned ${shown(answer)}`,
        `Return a whole number: the \`id\` of a candidate, or \`OWN\` for the scheme's own choice.${more}`,
      );
    },
  };
}
