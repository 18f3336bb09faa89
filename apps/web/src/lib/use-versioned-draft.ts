import { useState } from 'react';
import { isStaleVersion } from './errors.ts';

/**
 * Edits a draft of something that others may change in the meantime. The base is the version that
 * the draft started from, even if it is read again later. A change from elsewhere is only noticed
 * that way and not overwritten.
 */
export function useVersionedDraft<Base, Draft>(start: Base, toDraft: (base: Base) => Draft) {
  const [base, setBase] = useState(start);
  const [draft, edit] = useState(() => toDraft(start));
  /** Version that was saved elsewhere. `null` while nobody else was faster. */
  const [latest, setLatest] = useState<Base | null>(null);
  return {
    base,
    draft,
    edit,
    latest,
    /** Sends the draft and returns whether it was saved. Otherwise reads the latest version. */
    save: async (
      send: () => Promise<unknown>,
      readLatest: () => Promise<Base>,
    ): Promise<boolean> => {
      try {
        await send();
        return true;
      } catch (error) {
        if (!isStaleVersion(error)) throw error;
        setLatest(await readLatest());
        return false;
      }
    },
    /** Replaces the draft with the latest version. */
    loadLatest: () => {
      if (latest === null) return;
      setBase(latest);
      edit(toDraft(latest));
      setLatest(null);
    },
  } as const;
}
