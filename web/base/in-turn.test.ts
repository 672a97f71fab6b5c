import { expect, it } from 'vitest';
import { inTurn } from './in-turn';

it('begins an import when the one before it is over, failed or not', async () => {
  const order: string[] = [];
  let arrive = () => {};
  const slow = inTurn(async () => {
    order.push('slow begins');
    await new Promise<void>((done) => {
      arrive = done;
    });
    order.push('slow is there');
    throw new Error('cut off');
  });
  const next = inTurn(async () => {
    order.push('next');
    return 7;
  });
  await Promise.resolve();
  expect(order).toEqual(['slow begins']);
  arrive();
  await expect(slow).rejects.toThrow('cut off');
  expect(await next).toBe(7);
  expect(order).toEqual(['slow begins', 'slow is there', 'next']);
});
