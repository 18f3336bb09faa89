import { countCharacters, isVisible } from './text.ts';
import { normalizeTitle } from './training-session-texts.ts';
import { collides } from './workouts.ts';

/** How long a bout without a member can be claimed after the server has got it. */
export const claimableMs = 24 * 60 * 60 * 1000;
/** How long a claim waits for its bout: no machine sends one that is older. */
export const claimWaitsMs = 30 * 24 * 60 * 60 * 1000;
/** How long a member can take a rejection back. */
export const rejectionUndoMs = 30 * 24 * 60 * 60 * 1000;

/** Of one member in 24 hours. Nobody needs more; somebody who tries things out does. */
export const recordLimits = { claims: 20, rejections: 20, corrections: 10 } as const;

/** Of one record: the newest so many are shown, and with so many its member corrects it no more. */
export const mostRecordEvents = 50;

/**
 * What is said beside a record: it was claimed, or its reps or loads were corrected by the member,
 * which staff have still to confirm or have confirmed, or by staff themselves.
 */
export const recordMarks = [
  'claimed',
  'correction_pending',
  'correction_confirmed',
  'corrected_by_staff',
] as const;
export type RecordMark = (typeof recordMarks)[number];

/** `replaced`: staff corrected the record otherwise meanwhile. */
export const correctionStates = [
  'pending',
  'confirmed',
  'refused',
  'withdrawn',
  'replaced',
] as const;
export type CorrectionState = (typeof correctionStates)[number];

/** `refused`: when its bout came, the member cannot have lifted it, or the machine was wrong. */
export const claimStates = ['waiting', 'stored', 'refused'] as const;
export type ClaimState = (typeof claimStates)[number];

/** What can happen to a record, each with who did it. */
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
  /** Of the member's correction that the record shows; null: none, or corrected by staff. */
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

/** Where a member was: a link with a machine, from its beginning to its last use, or a workout. */
export interface Presence extends TimeSpan {
  readonly kind: 'link' | 'workout';
  readonly machineId: number;
  readonly gymId: number;
}

interface ClaimedBout extends TimeSpan {
  readonly machineId: number;
  readonly gymId: number;
}

/** Nobody changes gyms faster, and no clock of a machine is wrong by more. */
const betweenGymsMs = 15 * 60 * 1000;

/**
 * Whether the member cannot have lifted the bout: they were in another gym at that time, or lifting
 * on another machine. A link alone does not count in the same gym: people forget to end it.
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

/** Characters of the reason for a correction or a rejection. */
export const recordReasonLimit = 200;

/** Normalizes a typed reason to one line, like a title. */
export function normalizeRecordReason(text: string): string {
  return normalizeTitle(text);
}

/** The form's rule, for text as typed. */
export function checkRecordReason(text: string): true | string {
  const reason = normalizeRecordReason(text);
  if (!isVisible(reason)) return '理由を入力してください';
  if (countCharacters(reason) <= recordReasonLimit) return true;
  return `理由は${recordReasonLimit}文字以内で入力してください`;
}
