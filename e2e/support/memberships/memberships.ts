import type { Page } from '@playwright/test';
import type { Account } from '#support/identity/accounts.ts';
import { type EmbeddedServer, runSql } from '#support/server/embedded-server.ts';
import { readSub } from '#support/workouts/workouts.ts';

/** Inserts memberships that began a month ago, with an unlimited plan of the gym. */
export async function joinGym(
  { dataDir }: EmbeddedServer,
  gymId: number,
  members: readonly Account[],
): Promise<void> {
  const subs = await Promise.all(members.map(readSub));
  await runSql(
    dataDir,
    `with known as (
       select id from subscription_plans where gym_id = $1 and visits_per_month is null
       order by position limit 1),
     made as (
       insert into subscription_plans (gym_id, position, name, description, price, per)
       select $1, 1, 'レギュラー', '営業時間中、いつでもご利用いただけます。', 8800, 'month'
       where not exists (select from known) returning id),
     joined as (
       insert into memberships (gym_id, sub, name, joined_at)
       select $1, sub, '山田 太郎', now() - interval '30 days' from unnest($2::uuid[]) sub
       returning id)
     insert into membership_terms (membership_id, from_day, plan_id)
     select joined.id, (now() at time zone 'Asia/Tokyo')::date - 30, plan.id
     from joined, (table known union all table made) plan`,
    [gymId, subs],
  );
}

/**
 * Offers an unlimited plan, which members get at once or after approval by staff. The gym gets a
 * complete legal notice.
 */
export async function offerPlan(
  { dataDir }: EmbeddedServer,
  gymId: number,
  joining: 'open' | 'approval',
): Promise<void> {
  await runSql(dataDir, 'update gyms set joining = $2 where id = $1', [gymId, joining]);
  await runSql(
    dataDir,
    `insert into gym_legal_notices (gym_id, operator_name, representative, operator_address,
       operator_phone, operator_email, extra_fees, payment_methods, payment_times, term,
       cancellation, updated_at)
     values ($1, '株式会社鍛錬', '鍛錬 一', '東京都千代田区1-1', '03-0000-0001',
       'office@tanren.example', 'なし', '受付でのお支払い', '毎月27日', '期間の定めなし',
       '返金はいたしません。', now())`,
    [gymId],
  );
  await runSql(
    dataDir,
    `insert into subscription_plans (gym_id, position, name, description, price, per)
     values ($1, 1, 'フルタイム', '', 9900, 'month')`,
    [gymId],
  );
}

/** Applies for the plan, from the list of plans over the final confirmation to the application. */
export async function applyForPlan(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: '「フルタイム」に申し込む' }).click();
  await page.getByLabel('氏名').fill(name);
  await fillBirthDate(page, [1990, 4, 1]);
  await page.getByRole('button', { name: '確認画面へ進む' }).click();
  await page.getByRole('button', { name: '申し込む', exact: true }).click();
}

/** Fills the three numbers of the date of birth. */
export async function fillBirthDate(
  page: Page,
  [year, month, day]: readonly [number, number, number],
): Promise<void> {
  await page.getByLabel('生年月日の年').fill(String(year));
  await page.getByLabel('生年月日の月').fill(String(month));
  await page.getByLabel('生年月日の日').fill(String(day));
}
