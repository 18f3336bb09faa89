import {
  deleteSpecialDay,
  getStaffGym,
  setPlans,
  setSpecialDay,
  setWeeklyHours,
  type StaffGym,
  updateGym,
} from '@tanren/contract/gyms/staff-gyms';
import { sampleStaffGym } from '#test/samples/gyms.ts';
import { answer, lost, rejectWith } from '#test/support/answers.ts';
import { listAffected } from '#test/samples/affected.ts';

interface Rules {
  readonly version: number;
  readonly cancelAffected?: number;
}

function withoutDay(gym: StaffGym, date: string): StaffGym {
  return { ...gym, specialDays: gym.specialDays.filter((day) => day.date !== date) };
}

/** Opens a gym that staff change. It is stored in memory with the rules of versions. */
export function openStaffGym(wishes: Partial<StaffGym> = {}) {
  let gym: StaffGym = { ...sampleStaffGym, ...wishes };
  let affected = 0;
  let losesAnswers = false;

  function change({ version, cancelAffected }: Rules, apply: (before: StaffGym) => StaffGym) {
    const changed = apply(gym);
    const isAgain = version < gym.version && JSON.stringify(changed) === JSON.stringify(gym);
    if (isAgain) return gym;
    if (version !== gym.version) return rejectWith(409, 'stale_version');
    if (affected > 0 && cancelAffected !== affected) {
      return rejectWith(409, 'reservations_affected', {
        affected,
        affectedSlots: listAffected(affected),
      });
    }
    const upcomingReservations = gym.upcomingReservations - affected;
    affected = 0;
    gym = { ...changed, upcomingReservations, version: version + 1 };
    return losesAnswers ? lost : gym;
  }

  answer(getStaffGym, () => gym);
  answer(updateGym, ({ body: { version, cancelAffected, ...content } }) =>
    change({ version, ...(cancelAffected === undefined ? {} : { cancelAffected }) }, (before) => ({
      ...before,
      ...content,
    })),
  );
  answer(setWeeklyHours, ({ body }) =>
    change(body, (before) => ({ ...before, weekly: body.weekly })),
  );
  answer(setSpecialDay, ({ params: { date }, body: { hours, note, ...rules } }) =>
    change(rules, (before) => {
      const { specialDays } = withoutDay(before, date);
      return { ...before, specialDays: [...specialDays, { date, hours, note }] };
    }),
  );
  answer(deleteSpecialDay, ({ params, querystring }) =>
    change(querystring, (before) => withoutDay(before, params.date)),
  );
  answer(setPlans, ({ body }) =>
    change(body, (before) => ({
      ...before,
      // An existing plan keeps its id and its members.
      plans: body.plans.map(({ id, ...plan }, index) => ({
        ...plan,
        id: id ?? 100 + index,
        memberships: before.plans.find((one) => one.id === id)?.memberships ?? 0,
      })),
    })),
  );

  return {
    address: `/staff/gyms/${gym.id}`,
    now: () => gym,
    /** Changes the gym as a colleague would. */
    changeElsewhere(part: Partial<StaffGym>) {
      gym = { ...gym, ...part, version: gym.version + 1 };
    },
    /** Sets how many reservations the next change would cancel. */
    affect(count: number) {
      affected = count;
    },
    /** Makes calls succeed while their answers are lost. */
    loseAnswers(loses: boolean) {
      losesAnswers = loses;
    },
  };
}
