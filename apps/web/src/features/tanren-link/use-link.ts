import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, isApiError } from '#lib/errors.ts';
import { notifyError } from '#lib/notifier.ts';
import { problemText } from '#lib/problem-text.ts';
import { linkMutation } from './tanren-link.queries.ts';

/** Null: told by a toast. */
export function explainLinkError(error: unknown): string | null {
  if (error instanceof ApiError && error.problem !== null && error.status < 500) {
    return problemText[error.problem.code];
  }
  notifyError(error);
  return null;
}

/** Links by a code that came without a form: scanned, or from a link. */
export function useLink() {
  const { mutateAsync } = useMutation(linkMutation(useQueryClient()));
  const [problem, setProblem] = useState<string | null>(null);
  const [isCodeOver, setCodeOver] = useState(false);
  const [busy, setBusy] = useState(false);
  // State is too late for the second tap of a double tap.
  const isBusy = useRef(false);

  /** Whether it did. */
  async function link(code: string): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await mutateAsync(code);
      return true;
    } catch (error) {
      setProblem(explainLinkError(error));
      // Codes are good for a minute or two; signing in may have taken longer.
      setCodeOver(isApiError(error, 404));
      return false;
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }

  return { link, problem, isCodeOver, busy } as const;
}
