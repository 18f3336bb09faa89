import { ageOn } from '@tanren/domain/members/profile-fields';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { parseTrainerCode } from '@tanren/domain/trainers/trainers';
import { AppError } from '#http/app-error.ts';
import type { Queryable } from '#db/database.ts';
import type { TrainerLinkRow } from '#db/schema/trainers.ts';
import type { UserInfoRow } from '#db/schema/members.ts';
import type { LockAccount } from '#modules/identity/accounts.service.ts';
import { requireLink, type TrainedMemberKey } from './trainer-link.service.ts';
import { cutPage, type Page, readTimeCursor, type TimePosition } from '#db/time-cursor.ts';
import { type MemberNotes, readLastWorkouts, readNotes } from './trained-member-notes.ts';
import { startGuess } from './trainer-code-guesses.ts';
import { hashTrainerCode } from './trainer-connection-code.service.ts';
import { consumeCode, findCodeOwner, lockMemberTrainer } from './trainer-connection-code.store.ts';
import {
  type EndedTrainerLink,
  endLinkOfTrainer,
  findProfile,
  hadMember,
  insertTrainerLink,
  type LinkedMember,
  listLinkedMembers,
} from './trainer-links.store.ts';
import { logView } from './trainer-views.ts';

interface LinkParts {
  readonly lockAccount: LockAccount;
  readonly trainerCodeKey: Buffer;
}

interface EnteredCode {
  readonly trainerSub: string;
  /** Network that the code came from. */
  readonly address: string;
  /** Code as the trainer typed it. */
  readonly code: string;
}

export async function linkMemberByCode(
  db: Queryable,
  parts: LinkParts,
  { code, ...guesser }: EnteredCode,
  now: Date,
): Promise<TrainerLinkRow> {
  const deleteGuess = await startGuess(db, parts.lockAccount, guesser, now);
  const parsed = parseTrainerCode(code);
  const outcome = parsed === null ? 'unknown' : await tryCode(db, parts, guesser, parsed, now);
  if (outcome === 'unknown') throw new AppError('trainer_code_unknown');
  await deleteGuess();
  if (outcome === 'own') throw new AppError('own_trainer_code');
  return outcome;
}

/**
 * Tries a code in one transaction, so that a code is used up exactly when it has created a link.
 */
async function tryCode(
  db: Queryable,
  { lockAccount, trainerCodeKey }: LinkParts,
  { trainerSub }: { readonly trainerSub: string },
  code: string,
  now: Date,
): Promise<TrainerLinkRow | 'unknown' | 'own'> {
  const codeHash = hashTrainerCode(trainerCodeKey, code);
  return await db.transaction(async (tx) => {
    await lockAccount(tx, trainerSub);
    const owner = await findCodeOwner(tx, codeHash, now);
    if (owner === null) return 'unknown';
    if (owner === trainerSub) return 'own';
    await lockMemberTrainer(tx, owner);
    // The member may have withdrawn the code meanwhile, or another trainer may have entered it.
    const consumed = await consumeCode(tx, codeHash, now);
    if (consumed === null) return 'unknown';
    const { memberSub, scopes } = consumed;
    const link = await insertTrainerLink(tx, { memberSub, trainerSub, scopes, linkedAt: now });
    return link ?? 'unknown';
  });
}

type NotedMember = LinkedMember & MemberNotes;

interface PageRequest {
  readonly cursor?: string;
  readonly limit: number;
}

/**
 * Reads the members of a trainer. Members who need the trainer most come first: those who never
 * trained, then those who trained longest ago. The order reads one row of bests for every member of
 * the trainer; all other data is read only for the page.
 */
export async function readTrainedMembers(
  db: Queryable,
  trainerSub: string,
  { cursor, limit }: PageRequest,
  now: Date,
): Promise<Page<NotedMember>> {
  const after = cursor === undefined ? null : readTimeCursor(cursor);
  const members = await listLinkedMembers(db, trainerSub);
  const lastAt = await readLastWorkouts(db, members);
  const behind = members
    .map((member) => ({ member, ...placeOf(member, lastAt.get(member.link.memberSub) ?? null) }))
    .filter((place) => after === null || compare(place, after) > 0)
    .toSorted(compare);
  const { items, nextCursor } = cutPage(behind, limit);
  const shown = items.map(({ member }) => member);
  const note = await readNotes(db, trainerSub, shown, now);
  return { items: shown.map((member) => ({ ...member, ...note(member) })), nextCursor };
}

/** Position after every possible time. */
const lastOfAll = '9'.repeat(16);

/**
 * Returns the position of a member. It uses only data that the trainer may see, because an order
 * can reveal hidden data.
 */
function placeOf({ link }: LinkedMember, lastWorkoutAt: Date | null): TimePosition {
  const micros = link.scopes.includes('history')
    ? String((lastWorkoutAt?.getTime() ?? 0) * 1000)
    : lastOfAll;
  return { micros, id: link.id };
}

function compare(one: TimePosition, other: TimePosition): number {
  return Number(one.micros) - Number(other.micros) || one.id - other.id;
}

export interface TrainedProfile {
  readonly profile: UserInfoRow;
  readonly age: number | null;
}

interface TrainedMemberCard extends LinkedMember {
  /** Shared profile. `null` outside of the scope, or without a profile. */
  readonly shared: TrainedProfile | null;
}

export async function readTrainedMember(
  db: Queryable,
  key: TrainedMemberKey,
  now: Date,
): Promise<TrainedMemberCard> {
  const link = await requireLink(db, key);
  const profile = await findProfile(db, link.memberSub);
  const nickname = profile?.nickname ?? '';
  if (profile === null || !link.scopes.includes('profile')) return { link, nickname, shared: null };
  await logView(db, link, 'profile', now);
  const age = profile.birthDate === null ? null : ageOn(profile.birthDate, toGymDay(now));
  return { link, nickname, shared: { profile, age } };
}

/**
 * Ends the trainer's link with a member. Repeating the call changes nothing. Throws `not_found` for
 * a number that never belonged to a member of this trainer.
 */
export async function unlinkTrainedMember(
  db: Queryable,
  key: TrainedMemberKey,
  now: Date,
): Promise<EndedTrainerLink | null> {
  return await db.transaction(async (tx) => {
    const ended = await endLinkOfTrainer(tx, key, now);
    if (ended === null && !(await hadMember(tx, key))) throw new AppError('not_found');
    return ended;
  });
}
