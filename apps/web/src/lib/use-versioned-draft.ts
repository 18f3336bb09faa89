import { useRef, useState } from 'react';
import { isApiError, isStaleVersion } from './errors.ts';

/** Two versions of which one has to be chosen, because somebody else saved first. */
interface Conflict<Base> {
  /** Version that the draft was made from. */
  readonly before: Base;
  /** Version that was saved elsewhere. */
  readonly latest: NonNullable<Base>;
}

interface VersionedDraft<Base, Draft> {
  /** Version that the next save replaces. A newer one that was only read does not change it. */
  readonly base: Base;
  readonly draft: Draft;
  readonly conflict: Conflict<Base> | null;
  readonly isDeletedElsewhere: boolean;
}

interface Save<Base> {
  /** Version to replace, if it is not the base. */
  readonly over?: Base;
  /** Saves the draft and does everything that follows. The server rejects a stale version. */
  readonly send: (replaced: Base) => Promise<unknown>;
  /** Returns `null` when it was deleted. */
  readonly readLatest: () => Promise<NonNullable<Base> | null>;
}

/**
 * Edits a draft of something that others may change in the meantime. A change from elsewhere is not
 * overwritten but shown, and the person chooses which version to keep.
 */
export function useVersionedDraft<Base, Draft>(start: Base, toDraft: (version: Base) => Draft) {
  const begin = (base: Base): VersionedDraft<Base, Draft> => {
    return { base, draft: toDraft(base), conflict: null, isDeletedElsewhere: false };
  };
  const [state, setState] = useState(() => begin(start));
  const [busy, setBusy] = useState(false);
  // State would be too late for the second tap of a double tap.
  const isBusy = useRef(false);
  const { base, conflict } = state;

  async function save({ over = base, send, readLatest }: Save<Base>): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await send(over);
    } catch (error) {
      const isMissing = isApiError(error, 404);
      if (!isMissing && !isStaleVersion(error)) throw error;
      const latest = isMissing ? null : await readLatest();
      setState((before) => ({
        ...before,
        conflict: latest === null ? null : { before: base, latest },
        isDeletedElsewhere: latest === null,
      }));
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }

  return {
    ...state,
    busy,
    save,
    edit: (change: (before: Draft) => Draft) => {
      setState((before) => ({ ...before, draft: change(before.draft) }));
    },
    /** Replaces the draft with the version from elsewhere. */
    loadLatest: () => {
      if (conflict !== null) setState(begin(conflict.latest));
    },
    /** Closes the question which version to keep. */
    keepEditing: () => {
      setState((before) => ({ ...before, conflict: null, isDeletedElsewhere: false }));
    },
  } as const;
}
