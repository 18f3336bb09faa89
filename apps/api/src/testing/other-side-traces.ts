import { randomUUID } from 'node:crypto';
import type { Database } from '#db/database.ts';
import { staffAuditLog } from '#db/schema/staff-audit-log.ts';
import {
  chosenLoads,
  trainerCodeFailures,
  trainerLinks,
  trainerViews,
} from '#db/schema/trainer-links.ts';
import { removedWorkouts } from '#db/schema/workouts.ts';

/** What trainers and staff leave of a member, and a member who is one of them leaves of others. */
export async function leaveTraces(db: Database, sub: string, now: Date): Promise<void> {
  const sides = [
    { memberSub: sub, trainerSub: randomUUID() },
    { memberSub: randomUUID(), trainerSub: sub },
  ];
  for (const side of sides) {
    const link = { ...side, scopes: [], linkedAt: now, endedAt: now };
    const [made] = await db.insert(trainerLinks).values(link).returning();
    if (made === undefined) throw new Error('no link was made');
    const linkId = made.id;
    await db.insert(trainerViews).values({ ...side, linkId, seen: 'history', seenAt: now });
    const load = { sub: side.memberSub, workoutTypeId: 1, linkId, loadHg: 400, reason: '' };
    await db.insert(chosenLoads).values({ ...load, chosenAt: now });
  }
  const failure = { trainerSub: sub, address: '203.0.113.9', failedAt: now };
  await db.insert(trainerCodeFailures).values(failure);
  await db.insert(staffAuditLog).values([
    { at: now, action: 'member.view', staffSub: sub, memberSub: randomUUID() },
    { at: now, action: 'member.view', staffSub: randomUUID(), memberSub: sub },
  ]);
  await db.insert(removedWorkouts).values({
    workoutUuid: randomUUID(),
    sub,
    machineId: 1,
    workoutTypeId: 1,
    startedAt: now,
    removedAt: now,
    reason: '',
  });
}
