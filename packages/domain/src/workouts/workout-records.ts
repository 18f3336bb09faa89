import { countCharacters, isVisible } from '#text.ts';
import { normalizeTitle } from '#menus/menu-texts.ts';
import { collides } from './workouts.ts';

/** Time in which an unclaimed bout can be claimed after the server received it. */
export const claimableMs = 24 * 60 * 60 * 1000;
/** Time for which a claim waits for its bout. Machines send no older bouts. */
export const claimWaitsMs = 30 * 24 * 60 * 60 * 1000;
/** Time in which a member can take a rejection back. */
export const rejectionUndoMs = 30 * 24 * 60 * 60 * 1000;

/** Maximum numbers per member in 24 hours. They suffice for honest use and limit experiments. */
export const recordLimits = { claims: 20, rejections: 20, corrections: 10 } as const;

/**
 * Maximum number of events of a record that are shown. A member can no longer correct a record with
 * this many.
 */
export const maxRecordEvents = 50;

/**
 * Marks beside a record: it was claimed, or its reps or loads were corrected. The correction is the
 * member's (pending or confirmed by staff) or one by staff.
 */
export const recordMarks = [
  'claimed',
  'correction_pending',
  'correction_confirmed',
  'corrected_by_staff',
] as const;
export type RecordMark = (typeof recordMarks)[number];

/** `replaced`: staff have corrected the record differently in the meantime. */
export const correctionStates = [
  'pending',
  'confirmed',
  'refused',
  'withdrawn',
  'replaced',
] as const;
export type CorrectionState = (typeof correctionStates)[number];

/** `refused`: when the bout arrived, it was implausible for the member or for the machine. */
export const claimStates = ['waiting', 'stored', 'refused'] as const;
export type ClaimState = (typeof claimStates)[number];

/** Events of a record. */
export const recordEventKinds = [
  'recorded',
  'claimed',
  'rejected',
  'restored',
  'corrected',
  'correction_withdrawn',
  'correction_confirmed',
  'correction_refused',
  'corrected_by_staff',
] as const;
export type RecordEventKind = (typeof recordEventKinds)[number];

export const recordActors = ['machine', 'member', 'staff'] as const;
export type RecordActor = (typeof recordActors)[number];

interface MarkedRecord {
  readonly claimedAt: Date | null;
  readonly correctedAt: Date | null;
  /**
   * State of the member's correction that the record shows. `null` without one, or when staff
   * corrected the record.
   */
  readonly correctionState: 'pending' | 'confirmed' | null;
}

export function listMarks(record: MarkedRecord): RecordMark[] {
  const marks: RecordMark[] = [];
  if (record.claimedAt !== null) marks.push('claimed');
  if (record.correctionState === 'pending') marks.push('correction_pending');
  else if (record.correctionState === 'confirmed') marks.push('correction_confirmed');
  else if (record.correctedAt !== null) marks.push('corrected_by_staff');
  return marks;
}

interface TimeSpan {
  readonly startedAt: Date;
  readonly endedAt: Date;
}

/**
 * Time at which a member was in a gym: a link with a machine, from its beginning to its last use,
 * or a workout.
 */
export interface Presence extends TimeSpan {
  readonly kind: 'link' | 'workout';
  readonly machineId: number;
  readonly gymId: number;
}

interface ClaimedBout extends TimeSpan {
  readonly machineId: number;
  readonly gymId: number;
}

/** Minimum time between visits to two gyms. It also covers wrong clocks of machines. */
const betweenGymsMs = 15 * 60 * 1000;

/**
 * Returns whether the member cannot have lifted the bout, because they were in another gym or
 * lifting on another machine at that time. A link alone does not count in the same gym, because
 * members forget to end it.
 */
export function contradictsPresence(bout: ClaimedBout, presences: readonly Presence[]): boolean {
  return presences.some((presence) => {
    if (presence.gymId === bout.gymId)
      return presence.kind === 'workout' && collides(presence, bout);
    return (
      presence.startedAt.getTime() < bout.endedAt.getTime() + betweenGymsMs &&
      presence.endedAt.getTime() > bout.startedAt.getTime() - betweenGymsMs
    );
  });
}

/** Maximum number of characters of the reason for a correction or a rejection. */
export const recordReasonLimit = 200;

/** Normalizes a typed reason to one line, like a title. */
export function normalizeRecordReason(text: string): string {
  return normalizeTitle(text);
}

/** Checks a reason as typed. Returns `true` or the message for the form. */
export function checkRecordReason(text: string): true | string {
  const reason = normalizeRecordReason(text);
  if (!isVisible(reason)) return '理由を入力してください';
  if (countCharacters(reason) <= recordReasonLimit) return true;
  return `理由は${recordReasonLimit}文字以内で入力してください`;
}
