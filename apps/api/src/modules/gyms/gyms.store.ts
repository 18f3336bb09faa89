import { asc, eq } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { type GymRow, gyms, subscriptionPlans } from '#db/schema/gyms.ts';

export async function listGyms(db: Queryable): Promise<Pick<GymRow, 'id' | 'name' | 'address'>[]> {
  const { id, name, address } = gyms;
  return await db.select({ id, name, address }).from(gyms).orderBy(asc(id));
}

export async function findGym(db: Queryable, gymId: number): Promise<GymRow | null> {
  const [gym] = await db.select().from(gyms).where(eq(gyms.id, gymId));
  return gym ?? null;
}

export async function listPlans(db: Queryable, gymId: number) {
  return await db
    .select()
    .from(subscriptionPlans)
    .where(eq(subscriptionPlans.gymId, gymId))
    .orderBy(asc(subscriptionPlans.position), asc(subscriptionPlans.id));
}
