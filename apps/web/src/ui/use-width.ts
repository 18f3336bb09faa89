import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element in px; 0 until it is known, which is before anything is painted. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    // It reports at once, still before the first paint.
    const observer = new ResizeObserver(() => {
      setWidth(current.clientWidth);
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}
