import type { ProblemField } from '@tanren/contract/problem';
import type { StaffGym } from '@tanren/contract/staff-gyms';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#lib/errors.ts';
import { explainRefusal } from '#lib/explain-refusal.ts';
import { keepChangedGym, readLatestGym } from './staff-gyms.queries.ts';

/**
 * The gym a change was made from, and what it says about reservations that would lose their slot:
 * nothing, or cancel them.
 */
export interface GymRules {
  readonly version: number;
  readonly cancelAffected?: true;
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
  /** Once more, because the gym was another one when it was confirmed. */
  readonly again: boolean;
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

  async function send(change: Change, confirmed: boolean, tries = 0): Promise<void> {
    const { version } = change.base;
    const rules = confirmed ? ({ version, cancelAffected: true } as const) : { version };
    try {
      const gym = await change.send(rules);
      await keepChangedGym(queryClient, gym);
      setAsked(null);
      change.onDone(gym);
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : null;
      if (problem?.code === 'reservations_affected') {
        setAsked({ change, affected: problem.affected ?? 0, again: tries > 0 });
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
      await send({ ...change, base: latest }, false, tries + 1);
      return;
    }
    setAsked(null);
    setFailure(change.onOvertaken(latest));
  }

  async function run(change: Change, confirmed: boolean): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setFailure(null);
    setFields([]);
    await send(change, confirmed).catch((error: unknown) => {
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
    start: (change: Change) => run(change, false),
    confirm: () => {
      if (asked !== null) void run(asked.change, true);
    },
    dismiss: () => {
      if (!isBusy.current) setAsked(null);
    },
  } as const;
}
