import type { ProblemField } from '@tanren/contract/problem';
import { checkLoadReason, normalizeLoadReason } from '@tanren/domain/trainers/trainers';
import { describeTrainersLoad } from '@tanren/domain/members/notification-texts';
import { toHectograms, toKilograms } from '@tanren/domain/workouts/loads';
import { findLoadError } from '@tanren/domain/workouts/workout-types';
import { isWorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { AppError } from '#http/app-error.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { queueNotifications } from '#modules/members/notifications/notification-requests.service.ts';
import { rejectHeavyLoad } from '#modules/workouts/recent-workouts.service.ts';
import { lockLink, type TrainedMemberKey } from './trainer-link.service.ts';
import { deleteChosen, replaceChosen } from './chosen-loads.store.ts';

interface LoadChoice {
  readonly loadKg: number;
  readonly reason: string;
  readonly heavyConfirmed?: boolean;
}

/**
 * Saves the load that a trainer chose for a workout type and replaces an earlier choice. The member
 * need not have done the type before. Returns the member.
 */
export async function chooseLoad(
  db: Queryable,
  member: TrainedMemberKey,
  workoutTypeId: number,
  choice: LoadChoice,
  now: Date,
): Promise<string> {
  return await db.transaction(async (tx) => {
    const link = await lockLink(tx, member, 'history');
    const key = { sub: link.memberSub, workoutTypeId };
    if (!isWorkoutTypeId(workoutTypeId)) throw new AppError('not_found');
    const chosen = readChoice(workoutTypeId, choice);
    if (choice.heavyConfirmed !== true) {
      await rejectHeavyLoad(tx, { ...key, loadHg: chosen.loadHg }, now);
    }
    await replaceChosen(tx, { ...key, ...chosen, linkId: link.id, chosenAt: now });
    await notifyMember(tx, link.memberSub, now);
    return link.memberSub;
  });
}

/**
 * Delay of the member's notification. A trainer sets the machines one by one, and the member is
 * notified of all of them together.
 */
const gatheredMs = 2 * 60 * 1000;
const newsMs = 3 * 24 * 60 * 60 * 1000;

async function notifyMember(tx: Transaction, sub: string, now: Date): Promise<void> {
  const happenedAt = new Date(now.getTime() + gatheredMs);
  const usefulUntil = new Date(now.getTime() + newsMs);
  const shared = { kind: 'trainer' as const, topic: 'loads', happenedAt, usefulUntil };
  await queueNotifications(tx, [{ sub, ...shared, ...describeTrainersLoad() }], {
    repeat: 'again',
  });
}

/**
 * Deletes the trainer's choice, so that the load of the rule counts again. Returns whether there was
 * one.
 */
export async function clearLoad(
  db: Queryable,
  member: TrainedMemberKey,
  workoutTypeId: number,
): Promise<{ readonly memberSub: string; readonly cleared: boolean }> {
  return await db.transaction(async (tx) => {
    const link = await lockLink(tx, member, 'history');
    if (!isWorkoutTypeId(workoutTypeId)) throw new AppError('not_found');
    const key = { sub: link.memberSub, workoutTypeId };
    return { memberSub: link.memberSub, cleared: await deleteChosen(tx, key) };
  });
}

function readChoice(workoutTypeId: number, { loadKg, reason }: LoadChoice) {
  const loadHg = toHectograms(loadKg);
  // A load such as 40.04 kg is rejected, because rounding would silently turn it into 40 kg.
  const settable =
    toKilograms(loadHg) === loadKg && findLoadError({ workoutTypeId, loadHg }) === null;
  const fields: ProblemField[] = [
    ...(settable ? [] : [fieldError('/loadKg', 'is no load that its machines can be set to')]),
    ...(checkLoadReason(reason) === true ? [] : [fieldError('/reason', 'is empty or too long')]),
  ];
  if (fields.length > 0) throw new AppError('invalid_request', { fields });
  return { loadHg, reason: normalizeLoadReason(reason) };
}

function fieldError(path: string, message: string): ProblemField {
  return { path, in: 'body', message };
}
