import type { AffectedSlot, ProblemField } from '@tanren/contract/problem';
import { getStaffGym, type StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { callApi } from '#lib/api.ts';
import { ApiError } from '#lib/errors.ts';
import { explainRejection } from '#lib/rejections.ts';
import { staffGymQuery } from '#entities/gyms/gyms.queries.ts';
import { trainingReservationsKey } from '#entities/booking/reservations.queries.ts';
import { type Difference, type GymPart, listDifferences } from './gym-parts.ts';

/** Reads the current gym from the server and stores it for the whole page. */
async function readLatestGym(queryClient: QueryClient, gymId: number): Promise<StaffGym> {
  const gym = await callApi(getStaffGym, { params: { gymId } });
  queryClient.setQueryData(staffGymQuery(gymId).queryKey, gym);
  return gym;
}

/** Stores the changed gym from the answer and refreshes what members see of it. */
export async function cacheChangedGym(queryClient: QueryClient, gym: StaffGym): Promise<void> {
  queryClient.setQueryData(staffGymQuery(gym.id).queryKey, gym);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['gyms'] }),
    queryClient.invalidateQueries({ queryKey: [trainingReservationsKey] }),
  ]);
}

/**
 * Version that a change is based on, and the number of reservations that staff agreed to cancel.
 * The number is absent before they have been asked.
 */
export interface GymRules {
  readonly version: number;
  readonly cancelAffected?: number;
}

interface Change {
  readonly base: StaffGym;
  readonly send: (rules: GymRules) => Promise<StaffGym>;
  readonly onDone: (gym: StaffGym) => void;
  /**
   * Returns whether the values that the change replaces are still the same in the latest version.
   */
  readonly isStillRight: (latest: StaffGym) => boolean;
  /**
   * Called when those values have changed. Returns the message to show, or `null` when the form
   * shows it itself.
   */
  readonly onOvertaken: (latest: StaffGym) => string | null;
}

interface SentChange {
  readonly change: Change;
  /** Number of reservations that may be cancelled. `null` before staff have been asked. */
  readonly agreed: number | null;
}

interface RequestedChange {
  readonly change: Change;
  /** Number of reservations that would be cancelled. */
  readonly affected: number;
  readonly slots: readonly AffectedSlot[];
  /**
   * Value that has changed since the question was confirmed, so that it is asked again. `null` for
   * the first question.
   */
  readonly again: 'gym' | 'number' | null;
}

export type GymChange = ReturnType<typeof useGymChange>;

/**
 * Maximum number of attempts. More conflicts than this point to an error in our code, not to fast
 * colleagues.
 */
const maxTries = 5;

/**
 * Returns functions that send one change of a gym at a time. A change that cancels reservations
 * waits for a decision.
 */
export function useGymChange() {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<RequestedChange | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [fields, setFields] = useState<readonly ProblemField[]>([]);
  const mutationKey = ['staff-gyms', 'change', useId()];
  const { mutateAsync, isPending } = useMutation({
    mutationKey,
    mutationFn: ({ change, agreed }: SentChange) => send(change, agreed),
    meta: { errorShownByForm: true },
    onError: (error) => {
      setAsked(null);
      setFailure(explainRejection(error));
    },
  });
  const isBusy = () => queryClient.isMutating({ mutationKey }) > 0;

  async function send(change: Change, agreed: SentChange['agreed'], tries = 0): Promise<void> {
    const { version } = change.base;
    const rules = agreed === null ? { version } : { version, cancelAffected: agreed };
    try {
      const gym = await change.send(rules);
      await cacheChangedGym(queryClient, gym);
      setAsked(null);
      change.onDone(gym);
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : null;
      if (problem?.code === 'reservations_affected') {
        const again = agreed === null ? (tries > 0 ? 'gym' : null) : 'number';
        const { affected = 0, affectedSlots: slots = [] } = problem;
        setAsked({ change, affected, slots, again });
      } else if (problem?.code === 'stale_version' && tries < maxTries) {
        await resendOnLatest(change, tries);
      } else {
        setAsked(null);
        setFailure(explainRejection(error));
        setFields(problem?.fields ?? []);
      }
    }
  }

  /**
   * Sends the change again on top of the latest version. The confirmation was for another version,
   * so staff are asked again.
   */
  async function resendOnLatest(change: Change, tries: number): Promise<void> {
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
    /** `null` while no question is open. */
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

/** A colleague saved another version first. */
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
 * Edits one part of a gym in a form. From the first input on, the draft is based on the gym at that
 * moment, even if it is read again later. A colleague's change is only noticed that way and not
 * overwritten.
 */
export function useGymEditor<D>(gym: StaffGym, part: GymPart<D>, isHeldFromStart = false) {
  const change = useGymChange();
  const [held, setHeld] = useState<Held<D> | null>(() =>
    isHeldFromStart ? { base: gym, draft: part.read(gym) } : null,
  );
  const [conflict, setConflict] = useState<GymConflict | null>(null);
  /** Number of times that the form was filled with new values. */
  const [round, setRound] = useState(0);
  const base = held?.base ?? gym;
  // Undo in a toast applies to the gym on the screen at that time, not to the one when the toast
  // was made.
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
    /** Marks the form as edited, for forms that hold their own values. */
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
