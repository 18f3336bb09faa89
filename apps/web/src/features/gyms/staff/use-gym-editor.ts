import type { AffectedSlot, ProblemField } from '@tanren/contract/problem';
import { getStaffGym, type StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/errors.ts';
import { explainRefusal } from '#lib/refusals.ts';
import { staffGymQuery } from '#entities/gyms/gyms.queries.ts';
import { trainingReservationsKey } from '#entities/booking/reservations.queries.ts';
import { type Difference, type GymPart, listDifferences } from './gym-parts.ts';

/** As it is at this moment, for the whole page. */
async function readLatestGym(queryClient: QueryClient, gymId: number): Promise<StaffGym> {
  const gym = await callApi(getStaffGym, { params: { gymId } });
  queryClient.setQueryData(staffGymQuery(gymId).queryKey, gym);
  return gym;
}

/** The answer of a change is the gym as it is now; what members see of it is asked anew. */
export async function keepChangedGym(queryClient: QueryClient, gym: StaffGym): Promise<void> {
  queryClient.setQueryData(staffGymQuery(gym.id).queryKey, gym);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['gyms'] }),
    queryClient.invalidateQueries({ queryKey: [trainingReservationsKey] }),
  ]);
}

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

interface SentChange {
  readonly change: Change;
  /** How many reservations may go; null: that is still to be asked. */
  readonly agreed: number | null;
}

interface AskedChange {
  readonly change: Change;
  /** Reservations that would go. */
  readonly affected: number;
  readonly slots: readonly AffectedSlot[];
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
  const mutationKey = ['staff-gyms', 'change', useId()];
  const { mutateAsync, isPending } = useMutation({
    mutationKey,
    mutationFn: ({ change, agreed }: SentChange) => send(change, agreed),
    meta: { errorShownByForm: true },
    onError: (error) => {
      setAsked(null);
      setFailure(explainRefusal(error));
    },
  });
  const isBusy = () => queryClient.isMutating({ mutationKey }) > 0;

  async function send(change: Change, agreed: SentChange['agreed'], tries = 0): Promise<void> {
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
        const { affected = 0, affectedSlots: slots = [] } = problem;
        setAsked({ change, affected, slots, again });
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

  async function run(change: Change, agreed: SentChange['agreed']): Promise<void> {
    // The second of two taps does nothing.
    if (isBusy()) return;
    setFailure(null);
    setFields([]);
    await mutateAsync({ change, agreed }).catch(() => {});
  }

  return {
    busy: isPending,
    failure,
    fields,
    /** null: nothing is asked. */
    asked,
    start: (change: Change) => run(change, null),
    confirm: () => {
      if (asked !== null) void run(asked.change, asked.affected);
    },
    dismiss: () => {
      if (!isBusy()) setAsked(null);
    },
  } as const;
}

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
