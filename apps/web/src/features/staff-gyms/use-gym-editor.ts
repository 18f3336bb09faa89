import type { StaffGym } from '@tanren/contract/staff-gyms';
import { useEffect, useRef, useState } from 'react';
import { type Difference, listDifferences } from './gym-differences.ts';
import type { GymPart } from './gym-parts.ts';
import { type GymRules, useGymChange } from './use-gym-change.ts';

interface Held<D> {
  readonly base: StaffGym;
  readonly draft: D;
}

/** Somebody else was faster. */
export interface GymConflict {
  readonly version: number;
  readonly differences: readonly Difference[];
}

interface Save<D> {
  readonly draft: D;
  readonly send: (rules: GymRules) => Promise<StaffGym>;
  readonly onDone: () => void;
}

/**
 * One part of a gym in a form. From the first touch on it is made from the gym of that moment,
 * whatever is read of it meanwhile: only so a colleague's change is noticed and not overwritten.
 */
export function useGymEditor<D>(gym: StaffGym, part: GymPart<D>, isHeldFromStart = false) {
  const change = useGymChange();
  const [held, setHeld] = useState<Held<D> | null>(() =>
    isHeldFromStart ? { base: gym, draft: part.read(gym) } : null,
  );
  const [conflict, setConflict] = useState<GymConflict | null>(null);
  /** Grows when the form is filled anew. */
  const [round, setRound] = useState(0);
  const base = held?.base ?? gym;
  // What a toast takes back was made of the gym that is shown then, not when the toast was made.
  const shown = useRef(gym);
  useEffect(() => {
    shown.current = gym;
  }, [gym]);

  function isSame(one: StaffGym, other: StaffGym, draft: D): boolean {
    const [before, after] = [
      part.describeReplaced(one, draft),
      part.describeReplaced(other, draft),
    ];
    return listDifferences(before, after, {}).length === 0;
  }

  function showConflict(from: StaffGym, latest: StaffGym, sent: D): void {
    const draft = part.merge(from, latest, sent);
    const differences = listDifferences(
      part.describeReplaced(from, sent),
      part.describeReplaced(latest, sent),
      part.describe(draft),
    );
    setHeld({ base: latest, draft });
    setConflict({ version: latest.version, differences });
    setRound((count) => count + 1);
  }

  return {
    change,
    draft: held?.draft ?? part.read(gym),
    isTouched: held !== null,
    conflict,
    round,
    /** For forms that keep what is typed themselves. */
    touch: () => {
      setHeld((before) => before ?? { base: gym, draft: part.read(gym) });
    },
    edit: (draft: D) => {
      setHeld((before) => ({ base: before?.base ?? shown.current, draft }));
    },
    loadLatest: () => {
      setHeld(null);
      setConflict(null);
      setRound((count) => count + 1);
    },
    save: ({ draft, send, onDone }: Save<D>) => {
      const from = isSame(base, gym, draft) ? gym : base;
      return change.start({
        base: from,
        send,
        isStillRight: (latest) => isSame(from, latest, draft),
        onOvertaken: (latest) => {
          showConflict(from, latest, draft);
          return null;
        },
        onDone: () => {
          setHeld(null);
          setConflict(null);
          onDone();
        },
      });
    },
  } as const;
}
