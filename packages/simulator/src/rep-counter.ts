import { randomUUID } from 'node:crypto';
import type { LiveMessage } from '@tanren/contract/machines/machine-messages';
import { type LoadRange, toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import type { Journal } from '#journal/journal.ts';
import {
  addFailedRep,
  addRep,
  beginBout,
  beginSet,
  beginUnlinkedBout,
  type Bout,
  type BoutMessage,
  closeSet,
  listSets,
  maxReps,
  maxSets,
  type SensedRep,
  sumBout,
  toWorkout,
} from './bout.ts';
import type { MachineListener } from './machine-event.ts';

/** Returns the nearest load that can be set: the smallest plus whole steps, or the largest. */
export function snapLoad(kg: number, range: LoadRange): number {
  const min = toHectograms(range.minLoad);
  const max = toHectograms(range.maxLoad);
  const step = toHectograms(range.loadStep);
  const wanted = toHectograms(kg);
  if (wanted >= max) return toKilograms(max);
  const snapped = min + Math.max(0, Math.round((wanted - min) / step)) * step;
  return toKilograms(Math.min(snapped, max));
}

/** Returns the load one step up or down. At an end of the stack the load stays. */
export function stepLoad(kg: number, direction: 1 | -1, range: LoadRange): number {
  return snapLoad(kg + direction * range.loadStep, range);
}

interface RepCounterOptions {
  readonly range: LoadRange;
  readonly journal: Journal;
  readonly now: () => Date;
  readonly onEvent: MachineListener;
  /** Returns the current link. `null` when no member is linked. */
  readonly connectionId: () => string | null;
  /** Makes the token that identifies a bout without a link. */
  readonly makeClaimToken: () => string;
  /** Returns the number of the menu item for the next set. `null` outside a menu. */
  readonly sessionItem: () => number | null;
  readonly publishLive: (type: LiveMessage['type']) => void;
  readonly onSetEnded: () => void;
  /** Called when the workout is stored in the journal. */
  readonly onFinished: (workout: BoutMessage) => void;
  /** Called at the start of a set and after each rep. */
  readonly onActivity: (bout: Bout) => void;
  /** Measures a rep of this duration. `null` on a machine that measures nothing else. */
  readonly sense: ((ms: number) => NonNullable<SensedRep['sensed']>) | null;
  /** Returns the seat position. `null` when the machine does not know it. */
  readonly seat: () => number | null;
}

export interface RepCounter {
  readonly bout: () => Bout | null;
  readonly loadKg: () => number;
  readonly setLoad: (kg: number) => void;
  /**
   * Sets the load for the linked member. `null` is for a newcomer, who starts at the lightest load.
   */
  readonly prepareLoad: (kg: number | null) => void;
  readonly startSet: () => void;
  readonly completeRep: (ms: number) => void;
  /** Records a rep that was begun and not completed. Only a machine with measures can. */
  readonly failRep: (ms: number) => void;
  readonly endSet: () => void;
  readonly finishWorkout: () => void;
}

/** Counts reps into sets and sets into a bout. Every completed rep is stored on the disk. */
export function createRepCounter(options: RepCounterOptions): RepCounter {
  const { range, journal, now, onEvent, publishLive } = options;
  let bout: Bout | null = null;
  let loadKg = range.minLoad;

  const startSet = () => {
    if ((bout?.current ?? null) !== null) return;
    if (bout !== null && bout.sets.length >= maxSets) finishWorkout();
    const begun = beginSet(bout ?? beginNew(), loadKg, options.seat());
    bout = begun;
    options.onActivity(begun);
    const [set, item] = [begun.sets.length + 1, options.sessionItem()];
    onEvent({ event: 'set-started', workoutUuid: begun.workoutUuid, set, loadKg, item });
    publishLive('set-started');
  };

  const beginNew = () => {
    const connectionId = options.connectionId();
    return connectionId === null
      ? beginUnlinkedBout(randomUUID(), options.makeClaimToken(), now())
      : beginBout(randomUUID(), connectionId, now());
  };

  const senseRep = (ms: number): SensedRep => {
    const rounded = Math.round(ms);
    return { ms: rounded, sensed: options.sense?.(rounded) ?? null };
  };

  const completeRep = (ms: number) => {
    startSet();
    if (bout === null) return;
    bout = addRep(bout, senseRep(ms), now());
    options.onActivity(bout);
    const sets = listSets(bout);
    const reps = sets.at(-1)?.reps ?? [];
    const rep = reps.length;
    // A bout without a rep is not stored.
    if (sets.length === 1 && rep === 1) journal.beginBout(bout);
    journal.addRep(bout);
    onEvent({ event: 'rep', set: sets.length, rep, loadKg, ms: Math.round(ms), ...sumBout(sets) });
    publishLive('rep');
    if (rep >= maxReps) endSet();
  };

  const failRep = (ms: number) => {
    if (bout === null || bout.current === null || options.sense === null) return;
    bout = addFailedRep(bout, senseRep(ms));
    onEvent({ event: 'failed-rep', set: listSets(bout).length, loadKg });
  };

  const endSet = () => {
    const ended = bout?.current ?? null;
    if (bout === null || ended === null) return;
    bout = closeSet(bout);
    if (ended.reps.length > 0) {
      const set = bout.sets.length;
      onEvent({ event: 'set-ended', set, reps: ended.reps.length, loadKg: ended.loadKg });
      options.onSetEnded();
    }
    publishLive('set-ended');
  };

  const finishWorkout = () => {
    endSet();
    if (bout === null) return;
    const workout = toWorkout(bout);
    bout = null;
    journal.finishBout(workout);
    if (workout !== null) {
      onEvent({ event: 'finished', workout, recovered: false });
      options.onFinished(workout);
    }
    publishLive('state');
  };

  return {
    bout: () => bout,
    loadKg: () => loadKg,
    setLoad: (kg) => {
      const snapped = snapLoad(kg, range);
      // The load cannot be changed while the stack is up.
      if (snapped === loadKg || (bout?.current?.reps.length ?? 0) > 0) return;
      loadKg = snapped;
      if (bout !== null && bout.current !== null) bout = beginSet(bout, loadKg, options.seat());
      onEvent({ event: 'load', loadKg });
      publishLive('state');
    },
    prepareLoad: (kg) => {
      loadKg = kg === null ? range.minLoad : snapLoad(kg, range);
    },
    startSet,
    completeRep,
    failRep,
    endSet,
    finishWorkout,
  };
}
