import { planRanges } from '@tanren/domain/memberships/plan-ranges';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';
import { gymFields, GymId, GymIdParams } from './gyms.ts';

const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** A page of the previous release does not send the newest fields, which then stay as they are. */
const sentFields = {
  ...gymFields,
  minimumAge: Type.Optional(gymFields.minimumAge),
  healthCheck: Type.Optional(gymFields.healthCheck),
};

const GymContent = Type.Object(gymFields);
export type GymContent = Type.Static<typeof GymContent>;

/** Minutes after midnight of the gym day. Values above 1440 are in the next morning. */
export const DayHours = closedObject({
  opensMinute: Type.Integer({ minimum: 0, maximum: 2880 }),
  closesMinute: Type.Integer({ minimum: 0, maximum: 2880 }),
});
export type DayHours = Type.Static<typeof DayHours>;

function PlanNumber(name: keyof typeof planRanges) {
  const { min, max } = planRanges[name];
  return Type.Integer({ minimum: min, maximum: max });
}

const planFields = {
  name: Type.String({ minLength: 1, maxLength: 4 * staffLimits.planName }),
  description: Type.String({ maxLength: 4 * staffLimits.planDescription }),
  /** Price in yen, tax included. */
  price: PlanNumber('price'),
  /** Tax rate in percent. */
  taxRate: PlanNumber('taxRate'),
  per: Type.Enum(['month', 'visit']),
  allGyms: Type.Boolean(),
  /** Days of the week. 0 is Sunday. */
  weekdays: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
    minItems: 1,
    maxItems: 7,
    uniqueItems: true,
  }),
  /** Minutes after midnight of the gym day. Values above 1440 are in the next morning. */
  fromMinute: Type.Integer({ minimum: 0, maximum: 2880 }),
  untilMinute: Type.Integer({ minimum: 0, maximum: 2880 }),
  /** `null` for a plan without a limit. */
  visitsPerMonth: orNull(PlanNumber('visitsPerMonth')),
  countsNoShows: Type.Boolean(),
  /** Whether members can apply for the plan. */
  offered: Type.Boolean(),
};

/** Seven entries, Sunday first. `null` for a day on which the gym is closed. */
const Weekly = Type.Array(orNull(DayHours), { minItems: 7, maxItems: 7 });

const SpecialDay = Type.Object({
  date: Type.String({ format: 'date' }),
  hours: orNull(DayHours),
  note: Type.String(),
});

const Version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const StaffGym = Type.Object({
  id: Type.Integer(),
  /** Version of everything that staff can set. A change must name the version it was made from. */
  version: Version,
  ...gymFields,
  weekly: Weekly,
  /** Special days from today on. */
  specialDays: Type.Array(SpecialDay),
  /** Plans with the number of memberships that have them now or later. */
  plans: Type.Array(
    Type.Object({ id: Type.Integer(), ...planFields, memberships: Type.Integer() }),
  ),
  /** Number of reservations that have not begun yet. */
  upcomingReservations: Type.Integer(),
});
export type StaffGym = Type.Static<typeof StaffGym>;

/**
 * Version that the change was made from. The answer is 409 stale_version when the gym was changed
 * in the meantime.
 */
const madeFrom = { version: Version };

/**
 * Number of reservations that staff have agreed to cancel. If the change would cancel another
 * number, the answer is 409 reservations_affected with that number. So no reservation is cancelled
 * that was made while staff decided. The affected members are notified. A stale change cancels
 * nothing.
 */
const rules = {
  ...madeFrom,
  cancelAffected: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
};

export const getStaffGym = endpoint({
  method: 'GET',
  url: '/staff/gyms/:gymId',
  access: 'staff',
  summary: 'A gym with its hours, special days and plans',
  schema: { params: GymIdParams, response: { 200: StaffGym } },
});

export const createGym = endpoint({
  method: 'POST',
  url: '/staff/gyms',
  access: 'staff',
  summary:
    'Opens a gym, at first without hours; sent again with its draft id, answers that gym as it is',
  schema: {
    body: closedObject({ ...sentFields, draftId: Type.String({ format: 'uuid', maxLength: 36 }) }),
    response: { 201: StaffGym },
  },
});

export const updateGym = endpoint({
  method: 'PUT',
  url: '/staff/gyms/:gymId',
  access: 'staff',
  recentAuthentication: true,
  summary: 'Changes a gym and its rules for reservations',
  schema: {
    params: GymIdParams,
    body: closedObject({ ...sentFields, ...rules }),
    response: { 200: StaffGym },
  },
});

export const setWeeklyHours = endpoint({
  method: 'PUT',
  url: '/staff/gyms/:gymId/weekly-hours',
  access: 'staff',
  recentAuthentication: true,
  summary: 'Sets the hours of the week; 400 when one day reaches into the next one',
  schema: {
    params: GymIdParams,
    body: closedObject({ weekly: Weekly, ...rules }),
    response: { 200: StaffGym },
  },
});

const specialDayParams = closedObject({ gymId: GymId, date: Type.String({ format: 'date' }) });

export const setSpecialDay = endpoint({
  method: 'PUT',
  url: '/staff/gyms/:gymId/special-days/:date',
  access: 'staff',
  recentAuthentication: true,
  summary: 'Sets other hours for one day, or closes it; not for days gone by',
  schema: {
    params: specialDayParams,
    body: closedObject({
      hours: orNull(DayHours),
      note: Type.String({ maxLength: 4 * staffLimits.dayNote }),
      ...rules,
    }),
    response: { 200: StaffGym },
  },
});

export const deleteSpecialDay = endpoint({
  method: 'DELETE',
  url: '/staff/gyms/:gymId/special-days/:date',
  access: 'staff',
  recentAuthentication: true,
  summary: 'Gives the day the hours of its week again',
  schema: {
    params: specialDayParams,
    querystring: closedObject(rules),
    response: { 200: StaffGym },
  },
});

export const setPlans = endpoint({
  method: 'PUT',
  url: '/staff/gyms/:gymId/plans',
  access: 'staff',
  recentAuthentication: true,
  summary:
    'Sets all plans of the gym, in this order. A plan without id is a new one; one that is left out is offered no longer, and its members keep it. 400 for an id of another gym; 409 reservations_affected when a plan allows less',
  schema: {
    params: GymIdParams,
    body: closedObject({
      ...rules,
      plans: Type.Array(
        closedObject({
          id: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
          ...planFields,
        }),
        { maxItems: staffLimits.plans },
      ),
    }),
    response: { 200: StaffGym },
  },
});
