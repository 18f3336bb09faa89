import { useEffect, useState } from 'react';

const pause = 150;

/** A value that has stayed the same for a moment: not every letter needs an answer. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled(value);
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [value]);
  return settled;
}
