import {
  type GymFieldName,
  type GymRangeName,
  gymRanges,
  type GymTextName,
  gymTextRules,
  mapGymTexts,
} from '@tanren/domain/gyms/gym-fields';
import { joiningRules } from '@tanren/domain/memberships/memberships';
import * as Type from 'typebox';
import { closedObject, endpoint } from '#endpoint.ts';

const Instant = Type.String({ format: 'date-time' });
const orNull = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const GymId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const GymIdParams = closedObject({ gymId: GymId });

export const GymSummary = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  address: Type.String(),
});
export type GymSummary = Type.Static<typeof GymSummary>;

function WholeNumber(name: GymRangeName) {
  const { min, max } = gymRanges[name];
  return Type.Integer({ minimum: min, maximum: max });
}

/** The domain counts the characters. The limits here only reject empty and huge texts. */
function Text(name: GymTextName) {
  const { max, required } = gymTextRules[name];
  return Type.String({ minLength: required ? 1 : 0, maxLength: 4 * max });
}

/** Fields that staff edit. Members see all of them. */
export const gymFields = {
  ...mapGymTexts(Text),
  slotMinutes: WholeNumber('slotMinutes'),
  capacity: WholeNumber('capacity'),
  cancelDeadlineMinutes: WholeNumber('cancelDeadlineMinutes'),
  joining: Type.Enum([...joiningRules]),
  noticeDay: WholeNumber('noticeDay'),
  minimumAge: WholeNumber('minimumAge'),
  /** Whether the gym asks for a health check. */
  healthCheck: Type.Boolean(),
} satisfies Record<GymFieldName, Type.TSchema>;

export const Gym = Type.Object({
  id: Type.Integer(),
  ...gymFields,
  mapUrl: Type.String(),
  timeZone: Type.Literal('Asia/Tokyo'),
  /** Number of days whose slots can be reserved, today included. */
  reservableDays: Type.Integer(),
});
export type Gym = Type.Static<typeof Gym>;

export const listGyms = endpoint({
  method: 'GET',
  url: '/gyms',
  access: 'member',
  summary: 'All gyms',
  schema: { response: { 200: Type.Array(GymSummary) } },
});

export const getGym = endpoint({
  method: 'GET',
  url: '/gyms/:gymId',
  access: 'member',
  summary: 'A gym and its rules for reservations',
  schema: { params: GymIdParams, response: { 200: Gym } },
});

/** `closes` may be on the next day. Both times are `null` when the gym is closed. */
export const BusinessHours = Type.Object({
  date: Type.String({ format: 'date' }),
  closed: Type.Boolean(),
  opens: orNull(Instant),
  closes: orNull(Instant),
  /**
   * Whether the day differs from its weekday's usual hours. `note` is the reason that staff wrote,
   * if any.
   */
  special: Type.Boolean(),
  note: Type.String(),
});
export type BusinessHours = Type.Static<typeof BusinessHours>;

/**
 * Keyword for a part of a date that may have one or two digits: `04` and `4` are the same April.
 */
export const twoDigits = 'x-two-digits';

export const getBusinessHours = endpoint({
  method: 'GET',
  url: '/gyms/:gymId/business-hours/:year/:month/:day',
  access: 'member',
  summary: 'When the gym has open on one of its days; 400 for a day that does not exist',
  schema: {
    params: closedObject({
      gymId: GymId,
      year: Type.Integer({ minimum: 2000, maximum: 2999 }),
      month: Type.Integer({ minimum: 1, maximum: 12, [twoDigits]: true }),
      day: Type.Integer({ minimum: 1, maximum: 31, [twoDigits]: true }),
    }),
    response: { 200: BusinessHours },
  },
});

const DayHours = Type.Object({
  /** Minutes after midnight of the gym day. Values above 1440 are in the next morning. */
  opensMinute: Type.Integer(),
  closesMinute: Type.Integer(),
});

export const WeeklyHours = Type.Object({
  /** Seven entries, Sunday first. `null` for a day on which the gym is closed. */
  weekly: Type.Array(orNull(DayHours)),
  /** Special days from today on, as far ahead as slots can be reserved. */
  specialDays: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date' }),
      hours: orNull(DayHours),
      note: Type.String(),
    }),
  ),
});
export type WeeklyHours = Type.Static<typeof WeeklyHours>;

export const getWeeklyHours = endpoint({
  method: 'GET',
  url: '/gyms/:gymId/weekly-hours',
  access: 'member',
  summary: 'The hours of the week and the special days to come',
  schema: { params: GymIdParams, response: { 200: WeeklyHours } },
});

export const SubscriptionPlan = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  /** Price in yen with tax; `tax` is the part of it that is tax. */
  price: Type.Integer(),
  tax: Type.Integer(),
  per: Type.Enum(['month', 'visit']),
  /** Whether the plan covers all gyms. Otherwise it covers only this one. */
  allGyms: Type.Boolean(),
  /**
   * Times at which its members may come. 0 is Sunday. Minutes after midnight of the gym day, up to
   * 2880.
   */
  weekdays: Type.Array(Type.Integer()),
  fromMinute: Type.Integer(),
  untilMinute: Type.Integer(),
  /** `null` for a plan without a limit. */
  visitsPerMonth: orNull(Type.Integer()),
  /** Whether a reservation that the member did not come for uses up a visit. */
  countsNoShows: Type.Boolean(),
  /** Whether members can apply for the plan. */
  offered: Type.Boolean(),
});
export type SubscriptionPlan = Type.Static<typeof SubscriptionPlan>;

export const listSubscriptionPlans = endpoint({
  method: 'GET',
  url: '/gyms/:gymId/subscription-plans',
  access: 'member',
  summary: 'What the gym costs',
  schema: { params: GymIdParams, response: { 200: Type.Array(SubscriptionPlan) } },
});
