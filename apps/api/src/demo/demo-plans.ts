import type { SubscriptionPlanRow } from '#db/schema/gyms.ts';

type DemoPlan = Pick<SubscriptionPlanRow, 'gymId' | 'name' | 'description' | 'price' | 'per'>;

/** In the order in which they are shown. */
export const demoPlans: readonly DemoPlan[] = [
  {
    gymId: 1,
    name: 'フルタイム会員',
    description: '全営業時間、回数の制限なくご利用いただけます。',
    price: 9900,
    per: 'month',
  },
  {
    gymId: 1,
    name: 'デイタイム会員',
    description: '平日の10時から17時までご利用いただけます。',
    price: 6600,
    per: 'month',
  },
  {
    gymId: 1,
    name: 'ナイト会員',
    description: '毎日21時から翌2時までご利用いただけます。',
    price: 7150,
    per: 'month',
  },
  {
    gymId: 1,
    name: '都度利用',
    description: '1枠（60分）ごとのお支払いです。月会費はかかりません。',
    price: 1650,
    per: 'visit',
  },
  {
    gymId: 2,
    name: 'レギュラー会員',
    description: '全営業時間、回数の制限なくご利用いただけます。',
    price: 8800,
    per: 'month',
  },
  {
    gymId: 2,
    name: '週2回会員',
    description: '1週間に2枠までご利用いただけます。',
    price: 6050,
    per: 'month',
  },
  {
    gymId: 2,
    name: '都度利用',
    description: '1枠（75分）ごとのお支払いです。月会費はかかりません。',
    price: 1980,
    per: 'visit',
  },
];
