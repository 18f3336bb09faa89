import type { ProblemField } from '@tanren/contract/problem';
import type { StaffGym } from '@tanren/contract/staff-gyms';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#lib/errors.ts';
import { explainRefusal } from '#lib/explain-refusal.ts';
import { keepChangedGym, readLatestGym } from './staff-gyms.queries.ts';

/**
 * The gym a change was made from, and how many reservations that would lose their slot staff have
 * agreed to cancel: none, or the number they were told.
 */
export interface GymRules {
  readonly version: number;
  readonly cancelAffected?: number;
}

interface Change {
  readonly base: StaffGym;
  readonly send: (rules: GymRules) => Promise<StaffGym>;
  readonly onDone: (gym: StaffGym) => void;
  /** Whether nobody has touched what it replaces, whatever else became of the gym. */
  readonly isStillRight: (latest: StaffGym) => boolean;
  /** Somebody has; answers what to say about it, null: it is said elsewhere. */
  readonly onOvertaken: (latest: StaffGym) => string | null;
}

interface AskedChange {
  readonly change: Change;
  /** Reservations that would go. */
  readonly affected: number;
  /** Once more, because this was another one when it was confirmed; null: for the first time. */
  readonly again: 'gym' | 'number' | null;
}

export type GymChange = ReturnType<typeof useGymChange>;

/** Colleagues are not that fast; a fault of ours could be. */
const mostTries = 5;

/** Sends a change of a gym, once at a time; one that costs reservations waits for a decision. */
export function useGymChange() {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [fields, setFields] = useState<readonly ProblemField[]>([]);
  const [busy, setBusy] = useState(false);
  // State is too late for the second tap of a double tap.
  const isBusy = useRef(false);

  /** `agreed`: how many reservations may go; null: that is still to be asked. */
  async function send(change: Change, agreed: number | null, tries = 0): Promise<void> {
    const { version } = change.base;
    const rules = agreed === null ? { version } : { version, cancelAffected: agreed };
    try {
      const gym = await change.send(rules);
      await keepChangedGym(queryClient, gym);
      setAsked(null);
      change.onDone(gym);
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : null;
      if (problem?.code === 'reservations_affected') {
        const again = agreed === null ? (tries > 0 ? 'gym' : null) : 'number';
        setAsked({ change, affected: problem.affected ?? 0, again });
      } else if (problem?.code === 'stale_version' && tries < mostTries) {
        await follow(change, tries);
      } else {
        setAsked(null);
        setFailure(explainRefusal(error));
        setFields(problem?.fields ?? []);
      }
    }
  }

  /** What was confirmed was confirmed of another gym: it is asked again. */
  async function follow(change: Change, tries: number): Promise<void> {
    const latest = await readLatestGym(queryClient, change.base.id);
    if (change.isStillRight(latest)) {
      await send({ ...change, base: latest }, null, tries + 1);
      return;
    }
    setAsked(null);
    setFailure(change.onOvertaken(latest));
  }

  async function run(change: Change, agreed: number | null): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setFailure(null);
    setFields([]);
    await send(change, agreed).catch((error: unknown) => {
      setAsked(null);
      setFailure(explainRefusal(error));
    });
    isBusy.current = false;
    setBusy(false);
  }

  return {
    busy,
    failure,
    fields,
    /** null: nothing is asked. */
    asked,
    start: (change: Change) => run(change, null),
    confirm: () => {
      if (asked !== null) void run(asked.change, asked.affected);
    },
    dismiss: () => {
      if (!isBusy.current) setAsked(null);
    },
  } as const;
}
