import type { ProblemField } from '@tanren/contract/problem';
import type { StaffGym } from '@tanren/contract/staff-gyms';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#lib/errors.ts';
import { explainRefusal } from '#lib/explain-refusal.ts';
import { keepChangedGym } from './staff-gyms.queries.ts';

/** What a change says about reservations that would lose their slot: nothing, or cancel them. */
export type Affected = { readonly cancelAffected?: true };

interface Change {
  readonly send: (affected: Affected) => Promise<StaffGym>;
  readonly onDone: (gym: StaffGym) => void;
}

interface AskedChange extends Change {
  /** Reservations that would go. */
  readonly affected: number;
}

export type GymChange = ReturnType<typeof useGymChange>;

/** Sends a change of a gym, once at a time; one that costs reservations waits for a decision. */
export function useGymChange() {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [fields, setFields] = useState<readonly ProblemField[]>([]);
  const [busy, setBusy] = useState(false);
  // State is too late for the second tap of a double tap.
  const isBusy = useRef(false);

  function explain(error: unknown, change: Change): void {
    const problem = error instanceof ApiError ? error.problem : null;
    if (problem?.code === 'reservations_affected') {
      setAsked({ ...change, affected: problem.affected ?? 0 });
      return;
    }
    setAsked(null);
    setFailure(explainRefusal(error));
    setFields(problem?.fields ?? []);
  }

  async function run(change: Change, affected: Affected): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setFailure(null);
    setFields([]);
    try {
      const gym = await change.send(affected);
      await keepChangedGym(queryClient, gym);
      setAsked(null);
      change.onDone(gym);
    } catch (error) {
      explain(error, change);
    }
    isBusy.current = false;
    setBusy(false);
  }

  return {
    busy,
    failure,
    fields,
    /** null: nothing is asked. */
    affected: asked === null ? null : asked.affected,
    start: (change: Change) => run(change, {}),
    confirm: () => {
      if (asked !== null) void run(asked, { cancelAffected: true });
    },
    dismiss: () => {
      if (!isBusy.current) setAsked(null);
    },
  } as const;
}
