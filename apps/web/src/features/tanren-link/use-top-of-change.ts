import { useEffect, useRef } from 'react';

/** Another content under the same address begins at its top, as another page would. */
export function useTopOfChange(shown: string | null): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    window.scrollTo(0, 0);
  }, [shown]);
}
