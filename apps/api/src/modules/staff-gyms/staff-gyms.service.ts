import type { StaffGym } from '@tanren/contract/staff-gyms';
import { listChanges, logStaffDeed } from '#db/staff-log.ts';
import { changeGymRules, type GymRequest, type StaffGymParts } from './change-gym.ts';
import { type GymContent, type PlanContent, readGym, readPlans } from './gym-texts.ts';
import { cancelReasons, describeGym, describePlans } from './gym-words.ts';
import { readStaffGym } from './staff-gyms.reads.ts';
import {
  changeGym,
  findGymByDraft,
  insertGym,
  replacePlans,
  selectPlans,
} from './staff-gyms.store.ts';

/**
 * Sent again, after a lost answer, it is the gym that was made. Whoever sends other words with the
 * same draft sees by the answer what the gym is, and changes it from there.
 */
export async function createGym(
  { db }: Pick<StaffGymParts, 'db'>,
  staffSub: string,
  { draftId, ...sent }: GymContent & { readonly draftId: string },
  now: Date,
): Promise<StaffGym> {
  const gym = readGym(sent);
  return await db.transaction(async (tx) => {
    const made = await insertGym(tx, { ...gym, draftId });
    if (made !== null) {
      const changes = listChanges({}, describeGym(gym));
      await logStaffDeed(tx, { staffSub, action: 'gym.create', target: gym.name, changes }, now);
    }
    const gymId = made ?? (await findGymByDraft(tx, draftId));
    if (gymId === null) throw new Error('a gym that was there is gone');
    return await readStaffGym(tx, gymId, now);
  });
}

export async function updateGym(
  parts: StaffGymParts,
  request: GymRequest,
  sent: GymContent,
  now: Date,
): Promise<StaffGym> {
  const content = readGym(sent);
  return await changeGymRules(
    parts,
    request,
    ({ gym, hours }) => ({
      action: 'gym.update',
      after: { gym: { ...gym, ...content }, hours },
      changes: listChanges(describeGym(gym), describeGym(content)),
      cancelReason:
        gym.slotMinutes === content.slotMinutes ? cancelReasons.capacity : cancelReasons.slots,
      write: async (tx) => await changeGym(tx, gym.id, content),
    }),
    now,
  );
}

/** All of them, in this order. */
export async function setPlans(
  parts: StaffGymParts,
  request: GymRequest,
  sent: readonly PlanContent[],
  now: Date,
): Promise<StaffGym> {
  const plans = readPlans(sent);
  return await changeGymRules(
    parts,
    request,
    async (before, tx) => {
      const old = await selectPlans(tx, request.gymId);
      const length = Math.max(old.length, plans.length);
      return {
        action: 'gym.plans',
        after: before,
        changes: listChanges(describePlans(old, length), describePlans(plans, length)),
        cancelReason: '',
        write: async () => await replacePlans(tx, request.gymId, plans),
      };
    },
    now,
  );
}
