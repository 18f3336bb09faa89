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
  /** Whether the draft may differ from the base. */
  readonly isTouched: boolean;
  /**
   * Number of times that the draft was replaced. A form that holds its own values uses it as its
   * key, so that it starts again with the new ones.
   */
  readonly round: number;
}

interface Save<Base, Draft> {
  /** Version to replace, if it is not the base. */
  readonly over?: Base;
  /** Saves the draft and does everything that follows. The server rejects a stale version. */
  readonly send: (replaced: Base) => Promise<unknown>;
  /** Returns `null` when it was deleted. */
  readonly readLatest: () => Promise<NonNullable<Base> | null>;
  /**
   * Combines the draft with a version that was saved elsewhere. The next save replaces that
   * version. Without this function the draft stays as it is and based on its own version.
   */
  readonly merge?: (latest: NonNullable<Base>, replaced: Base) => Draft;
}

/**
 * Edits a draft of something that others may change in the meantime. A change from elsewhere is not
 * overwritten but shown, and the person chooses which version to keep. An edit that was interrupted
 * can be `restored`.
 */
export function useVersionedDraft<Base, Draft>(
  start: Base,
  toDraft: (version: Base) => Draft,
  restored: Partial<VersionedDraft<Base, Draft>> = {},
) {
  const begin = (base: Base, round: number): VersionedDraft<Base, Draft> => ({
    base,
    draft: toDraft(base),
    conflict: null,
    isDeletedElsewhere: false,
    isTouched: false,
    round,
  });
  const [state, setState] = useState(() => ({ ...begin(start, 0), ...restored }));
  const [busy, setBusy] = useState(false);
  // State would be too late for the second tap of a double tap.
  const isBusy = useRef(false);
  const { base, conflict, round } = state;

  async function save(options: Save<Base, Draft>): Promise<void> {
    const { over = base, send, readLatest, merge } = options;
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      await send(over);
    } catch (error) {
      const isMissing = isApiError(error, 404);
      if (!isMissing && !isStaleVersion(error)) throw error;
      const latest = isMissing ? null : await readLatest();
      setState((before) => {
        if (latest === null) return { ...before, conflict: null, isDeletedElsewhere: true };
        const found = { ...before, isDeletedElsewhere: false, isTouched: true };
        if (merge === undefined) return { ...found, conflict: { before: base, latest } };
        const merged = { base: latest, draft: merge(latest, over), round: round + 1 };
        return { ...found, ...merged, conflict: { before: over, latest } };
      });
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }

  return {
    ...state,
    busy,
    /** Whether the person has to choose how to go on before the next save. */
    needsDecision: conflict !== null || state.isDeletedElsewhere,
    save,
    edit: (change: (before: Draft) => Draft) => {
      setState((before) => ({ ...before, draft: change(before.draft), isTouched: true }));
    },
    /** Marks the draft as edited, for a form that holds its own values. */
    touch: () => {
      setState((before) => ({ ...before, isTouched: true }));
    },
    /** Starts again from a version that was read or saved here. */
    load: (version: Base) => {
      setState((before) => begin(version, before.round));
    },
    /** Returns to an earlier edit. */
    restore: (edit: Pick<VersionedDraft<Base, Draft>, 'base' | 'draft'>) => {
      setState((before) => ({ ...before, ...edit }));
    },
    /** Replaces the draft with the version from elsewhere. */
    loadLatest: () => {
      if (conflict !== null) setState(begin(conflict.latest, round + 1));
    },
    /** Closes the question which version to keep. */
    keepEditing: () => {
      setState((before) => ({ ...before, conflict: null, isDeletedElsewhere: false }));
    },
  } as const;
}
