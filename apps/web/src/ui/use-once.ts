import { useRef, useState } from 'react';

/** Something that must not be done twice by a double tap: state would be too late for the second. */
export function useOnce(act: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  async function run(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await act();
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }
  return { busy, run: () => void run() };
}
