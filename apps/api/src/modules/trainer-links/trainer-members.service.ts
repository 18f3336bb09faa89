import { ageOn } from '@tanren/domain/age';
import { toGymDay } from '@tanren/domain/gym-day';
import { AppError } from '#app-error.ts';
import type { Database, Queryable } from '#db/database.ts';
import type { UserInfoRow } from '#db/schema/userinfo.ts';
import { requireLink, type TrainedMemberKey } from '#db/trainer-link.ts';
import { type MemberNotes, readNotes } from './trained-member-notes.ts';
import { endLinkOfTrainer, type EndedTrainerLink, hadMember } from './trainer-links.store.ts';
import { findProfile, type LinkedMember, listLinkedMembers } from './trainer-members.store.ts';
import { logView } from './trainer-views.service.ts';

export type NotedMember = LinkedMember & MemberNotes;

/** Who needs the trainer most comes first: never trained, then the longest ago. */
export async function readTrainedMembers(
  db: Queryable,
  trainerSub: string,
  now: Date,
): Promise<NotedMember[]> {
  const members = await listLinkedMembers(db, trainerSub);
  const note = await readNotes(db, members, now);
  return members
    .map((member) => ({ ...member, ...note(member) }))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** By nothing but what the trainer may see: an order can give away what is hidden. */
function rank({ link, lastWorkoutAt }: NotedMember): number {
  if (!link.scopes.includes('history')) return Number.MAX_SAFE_INTEGER;
  return lastWorkoutAt === null ? 0 : lastWorkoutAt.getTime();
}

export interface TrainedProfile {
  readonly profile: UserInfoRow;
  readonly age: number | null;
}

export interface TrainedMemberCard extends LinkedMember {
  /** null outside of the scope, or when there is none. */
  readonly shared: TrainedProfile | null;
}

export async function readTrainedMember(
  db: Database,
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

/** Again is fine; a number that was never that of one's own member does not exist. */
export async function unlinkTrainedMember(
  db: Database,
  key: TrainedMemberKey,
  now: Date,
): Promise<EndedTrainerLink | null> {
  return await db.transaction(async (tx) => {
    const ended = await endLinkOfTrainer(tx, key, now);
    if (ended === null && !(await hadMember(tx, key))) throw new AppError('not_found');
    return ended;
  });
}
