import type { Transaction } from '#db/database.ts';
import { gyms, gymSpecialDays, gymWeeklyHours, subscriptionPlans } from '#db/schema/gyms.ts';
import { describeHours } from './demo-gym-hours.ts';
import { demoGyms } from './demo-gyms.ts';
import { demoPlans } from './demo-plans.ts';

/** With hours and plans. The secrets of their doors are the database's own, in each world others. */
export async function insertGyms(tx: Transaction, today: string): Promise<void> {
  await tx.insert(gyms).values(demoGyms.map(({ hours: _hours, closedOn: _day, ...row }) => row));
  for (const gym of demoGyms) {
    const { weekly, specialDays } = describeHours(gym, today);
    const week = weekly.map((hours, weekday) => hours && { gymId: gym.id, weekday, ...hours });
    await tx.insert(gymWeeklyHours).values(week.filter((day) => day !== null));
    const special = specialDays.map(({ hours, ...day }) => ({ gymId: gym.id, ...day, ...hours }));
    await tx.insert(gymSpecialDays).values(special);
  }
  await tx
    .insert(subscriptionPlans)
    .values(demoPlans.map((plan, index) => ({ id: index + 1, ...plan, position: index + 1 })));
}
