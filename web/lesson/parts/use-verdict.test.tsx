import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useVerdict } from './use-verdict';

afterEach(cleanup);

function Told({ tries }: { tries: number }) {
  return (
    <>
      <div ref={useVerdict(tries)} />
      <button type="button">next</button>
    </>
  );
}

test('a verdict comes into view with every try, but not by being there already', () => {
  const into = vi.fn();
  Element.prototype.scrollIntoView = into;
  const { rerender } = render(<Told tries={1} />);
  expect(into).not.toHaveBeenCalled();
  rerender(<Told tries={2} />);
  expect(into).toHaveBeenCalledTimes(1);
  // Another variant begins.
  rerender(<Told tries={0} />);
  rerender(<Told tries={1} />);
  expect(into).toHaveBeenCalledTimes(2);
});
