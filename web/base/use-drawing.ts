/** The room of a chart in pixels of the page, and the size of its letters: so they are as large as letters elsewhere. */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface DrawingRoom {
  width: number;
  /** Where it is not the same share of the letters everywhere. */
  height?: number;
  /** Font size of the drawing. */
  em: number;
}

/**
 * Measures an SVG whose height is set in `em`, so that larger letters are noticed. Until it is laid out, and where there is
 * no layout, the room is `first`.
 */
export function useDrawing(first: DrawingRoom): [RefObject<SVGSVGElement | null>, DrawingRoom] {
  const svg = useRef<SVGSVGElement>(null);
  const [room, setRoom] = useState(first);
  useLayoutEffect(() => {
    const element = svg.current;
    // Without layout, as in tests, there is nothing to be measured.
    if (!element || !('ResizeObserver' in window)) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      if (width > 0) setRoom({ width, height, em: Number.parseFloat(getComputedStyle(element).fontSize) });
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return [svg, room];
}
