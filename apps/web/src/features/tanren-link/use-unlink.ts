import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { unlinkMutation } from './tanren-link.queries.ts';

/** Ends the link; what was lifted is sent off by the machine. */
export function useUnlink() {
  const { mutateAsync } = useMutation(unlinkMutation(useQueryClient()));
  const [busy, setBusy] = useState(false);
  // State is too late for the second tap of a double tap.
  const isBusy = useRef(false);

  async function unlink(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    // The notifier tells what went wrong.
    await mutateAsync().catch(() => {});
    isBusy.current = false;
    setBusy(false);
  }

  return { unlink, busy } as const;
}
