import { openAs, test } from '#support/members/members.ts';
import { waitForApp } from '#support/browser/navigation.ts';
import {
  boardOf,
  countDown,
  insertEntries,
  nameMember,
  thisMonth,
} from '#support/workouts/rankings.ts';
import { ensureGyms } from '#support/gyms/gyms.ts';
import { readSub } from '#support/workouts/workouts.ts';
import { shotPath, sizes } from '#support/browser/shots.ts';

test.setTimeout(120_000);

/** Shows every state of the ranking page. */
for (const [position, [size, viewport]] of Object.entries(sizes).entries()) {
  test(`rankings (${size})`, async ({ page, embedded, member }) => {
    // Each size uses another type, because both may run on one server.
    const type = 11 + position;
    const shoot = async (name: string) => {
      await page.waitForLoadState('networkidle');
      await page.screenshot({
        path: shotPath(`ranking-${name}`, size),
        animations: 'disabled',
      });
    };
    const open = async (address: string) => {
      await page.goto(`/workout-ranking/${type}/${address}`);
      await waitForApp(page);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('[data-skeleton]').waitFor({ state: 'detached' });
    };
    const sub = await readSub(member);
    const me = { nickname: 'テツ', sub };
    await page.setViewportSize(viewport);
    await ensureGyms(embedded);
    await insertEntries(embedded, boardOf(type), [
      ...countDown(150, 48_230, 155),
      { nickname: 'ちからもち', value: 48_230 },
      { ...me, value: 31_005 },
    ]);
    const max = boardOf(type, { rankingType: 'max' });
    await insertEntries(embedded, max, [...countDown(24, 1425, 25), { ...me, value: 1350 }]);
    const all = boardOf(type, { rankingType: 'max', month: 0 });
    const long = { nickname: 'とても長いニックネームの会員さんです', value: 1500 };
    await insertEntries(embedded, all, [long, { ...me, value: 1525, achievedOn: '2026-03-03' }]);
    await insertEntries(embedded, boardOf(type, { scale: 'growth' }), countDown(8, 640, 35));
    const perWeight = boardOf(type, { scale: 'per-weight' });
    await insertEntries(embedded, perWeight, [...countDown(12, 250, 5), { ...me, value: 220 }]);

    await page.route('**/api/workout-ranking/**', () => new Promise(() => {}));
    await openAs(page, member, `/workout-ranking/${type}/tfo`);
    await page.locator('[data-skeleton]').waitFor();
    await page.screenshot({ path: shotPath('ranking-loading', size) });
    await page.unrouteAll({ behavior: 'ignoreErrors' });

    await open('tfo');
    await shoot('tfo');
    await page.mouse.wheel(0, 1500);
    await page.waitForTimeout(300);
    await shoot('tfo-scrolled');
    await page.mouse.wheel(0, 20_000);
    await page.waitForTimeout(300);
    await shoot('tfo-end');
    await open('max');
    await shoot('max');
    await open('max?period=all');
    await shoot('max-all');
    await open('tfo?scale=growth');
    await shoot('growth');
    await open('tfo?scale=per-weight');
    await shoot('per-weight');
    await open('tfo?scale=band');
    await shoot('band-profile');
    await open('tfo?period=last-month');
    await shoot('empty-last-month');
    await open('tfo?gym=2');
    await shoot('empty');
    await nameMember(embedded, member, {
      rankingVisible: false,
      birthDate: '1994-05-05',
      sex: 'male',
    });
    await open('tfo');
    await shoot('hidden');
    await open(`tfo?scale=band`);
    await shoot('band-too-few');
    const lastMonth = boardOf(type, { month: thisMonth() - 1 });
    await insertEntries(embedded, lastMonth, countDown(3, 20_000, 500));
    await nameMember(embedded, member, { rankingVisible: true });
    await open('tfo?period=last-month');
    await shoot('not-ranked');
  });
}
