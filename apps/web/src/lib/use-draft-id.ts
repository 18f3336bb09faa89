import { useRef } from 'react';
import { makeUuid } from './make-uuid.ts';

/**
 * Returns a function that provides the draft id of a request. The same content gets the same id,
 * because an answer may have been lost.
 */
export function useDraftId(): (sent: unknown) => string {
  const last = useRef<{ readonly text: string; readonly draftId: string } | null>(null);
  return (sent) => {
    const text = JSON.stringify(sent);
    if (last.current?.text !== text) last.current = { text, draftId: makeUuid() };
    return last.current.draftId;
  };
}
