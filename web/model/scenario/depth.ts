/** The engine reads JSON up to this depth; no text of ours is half as deep. */
const MOST_DEPTH = 128;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

/** Whether brackets lie in each other deeper than any reader here has to go. Those in texts do not count. */
export function isDeep(json: string): boolean {
  let depth = 0;
  let within = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (within) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) within = false;
    } else if (code === QUOTE) within = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > MOST_DEPTH) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
