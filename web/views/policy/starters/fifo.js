// FIFO: the block that was closed longest ago. The list begins with it.

export function victim(blocks) {
  return blocks[0].id;
}
