import type { PlanRights } from '@tanren/domain/memberships/memberships';
import type { SubscriptionPlanRow } from '#db/schema/gyms.ts';

interface DemoPlan
  extends PlanRights, Pick<SubscriptionPlanRow, 'name' | 'description' | 'price' | 'per'> {}

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const workdays = [1, 2, 3, 4, 5];

type Rights = Partial<Omit<PlanRights, 'id' | 'gymId'>>;
type PlanText = readonly [name: string, price: number, description: string];

function offer(
  id: number,
  gymId: number,
  [name, price, description]: PlanText,
  rights: Rights = {},
) {
  return {
    id,
    gymId,
    name,
    description,
    price,
    per: 'month',
    allGyms: false,
    weekdays: everyDay,
    fromMinute: 0,
    untilMinute: 48 * 60,
    visitsPerMonth: null,
    countsNoShows: true,
    ...rights,
  } satisfies DemoPlan;
}

const always = '全営業時間、回数の制限なくご利用いただけます。';
const morning = { fromMinute: 6 * 60, untilMinute: 10 * 60 };
const daytime = { weekdays: workdays, fromMinute: 10 * 60, untilMinute: 17 * 60 };
const longDaytime = { ...daytime, fromMinute: 9.5 * 60 };
const night = { fromMinute: 21 * 60, untilMinute: 26 * 60 };

/** Ids of the plans that the demo world refers to by name. */
export const planIds = {
  fullTime: 1,
  allGyms: 2,
  morning: 3,
  daytime: 4,
  night: 5,
  eightVisits: 6,
  fourVisits: 7,
  singleVisits: 8,
  regular: 9,
  secondDaytime: 10,
  secondEightVisits: 11,
  secondSingleVisits: 12,
} as const;

/** The plans in the order in which they are shown. */
export const demoPlans: readonly DemoPlan[] = [
  offer(planIds.fullTime, 1, ['フルタイム会員', 9900, always]),
  offer(
    planIds.allGyms,
    1,
    [
      'マスター会員',
      12_100,
      '神田・中目黒の両店を、全営業時間、回数の制限なくご利用いただけます。',
    ],
    { allGyms: true },
  ),
  offer(
    planIds.morning,
    1,
    ['モーニング会員', 6050, '毎日6時から10時までご利用いただけます。'],
    morning,
  ),
  offer(
    planIds.daytime,
    1,
    ['デイタイム会員', 6600, '平日の10時から17時までご利用いただけます。'],
    daytime,
  ),
  offer(planIds.night, 1, ['ナイト会員', 7150, '毎日21時から翌2時までご利用いただけます。'], night),
  offer(
    planIds.eightVisits,
    1,
    ['月8回会員', 7700, '全営業時間、1か月に8枠までご利用いただけます。'],
    { visitsPerMonth: 8 },
  ),
  offer(
    planIds.fourVisits,
    1,
    ['月4回会員', 4950, '全営業時間、1か月に4枠までご利用いただけます。'],
    { visitsPerMonth: 4 },
  ),
  {
    ...offer(planIds.singleVisits, 1, [
      '都度利用',
      1650,
      '1枠（60分）ごとのお支払いです。月会費はかかりません。',
    ]),
    per: 'visit',
    countsNoShows: false,
  },
  offer(planIds.regular, 2, ['レギュラー会員', 8800, always]),
  offer(
    planIds.secondDaytime,
    2,
    ['デイタイム会員', 5500, '平日の9時30分から17時までご利用いただけます。'],
    longDaytime,
  ),
  offer(
    planIds.secondEightVisits,
    2,
    ['月8回会員', 6600, '全営業時間、1か月に8枠までご利用いただけます。'],
    { visitsPerMonth: 8 },
  ),
  {
    ...offer(planIds.secondSingleVisits, 2, [
      '都度利用',
      1980,
      '1枠（75分）ごとのお支払いです。月会費はかかりません。',
    ]),
    per: 'visit',
    countsNoShows: false,
  },
];

export function findDemoPlan(planId: number): DemoPlan {
  const plan = demoPlans.find(({ id }) => id === planId);
  if (plan === undefined) throw new Error(`there is no plan ${planId}`);
  return plan;
}
