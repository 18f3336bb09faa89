import { getVisits, type Visit } from '@tanren/contract/workouts/visits';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { describePicture, drawVisitPicture } from '#features/workouts/visit-picture.ts';
import { formatGymDate } from '#lib/dates.ts';
import { sampleListedWorkout, sampleVisits, someWorkouts } from '#test/samples/workouts.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { heading, press, toast } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';

const visits = sampleVisits(
  someWorkouts.slice(0, 2).map((workout) => sampleListedWorkout(workout)),
);
const [visit] = visits as [Visit];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function answerVisit(changes: readonly Partial<Visit>[] = [{}]): void {
  answer(getVisits, {
    date: visit.date,
    visits: changes.map((change) => ({ ...visit, ...change })),
  });
}

test('shows the totals of a visit, and links to its workouts', async () => {
  answerVisit();
  const { main, address } = await renderPage('/visits/2026-03-12');
  await expect.element(heading('3月12日(木)')).toBeVisible();
  await expect.element(main).toHaveTextContent('17:50〜18:04 TANREN 神田');
  await expect.element(main).toHaveTextContent('総発揮力1,280kg2種目3セット14分');
  await expect
    .element(main)
    .toHaveTextContent('自己ベスト更新 チェストプレス（最大重量・総発揮力）');
  const rows = main.getByRole('listitem').getByRole('link');
  expect(rows.elements().map(({ textContent }) => textContent)).toEqual([
    'アームカール最大重量10kg・1セット・計15回',
    'チェストプレス自己ベスト最大重量52.5kg・2セット・計22回',
  ]);
  await expectAccessible();
  await rows.last().click();
  await expect.poll(address).toBe('/workouts/4');
});

test('shows two gyms of one day below each other', async () => {
  answerVisit([{}, { gymId: 2, gymName: 'TANREN 上野' }]);
  await renderPage('/visits/2026-03-12');
  await expect.element(page.getByRole('region', { name: /TANREN 神田$/ })).toBeVisible();
  await expect.element(page.getByRole('region', { name: /TANREN 上野$/ })).toBeVisible();
  await expectAccessible();
});

test.each(['/visits/2026-03-13', '/visits/2026-02-30', '/visits/latest'])(
  'shows not found for %s',
  async (path) => {
    await renderPage(path);
    await expect.element(heading('Page not found')).toBeVisible();
  },
);

/** Properties of `navigator` that work only on the browser's own object. */
const workers = Object.assign(new EventTarget(), { controller: null });
const ownPowers = {
  onLine: { value: true },
  serviceWorker: { value: workers },
  locks: { value: navigator.locks },
};

test('saves the picture without a share dialog, and names the member only on request', async () => {
  answerVisit();
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { ...ownPowers, canShare: { value: () => false } }),
  );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await renderPage('/visits/2026-03-12');
  await press('画像を共有する');
  await expect.element(toast('画像を保存しました')).toBeVisible();
  expect(saved).toEqual(['tanren-20260312.png']);
});

test("shares the picture by the phone's dialog, and cancelling is no error", async () => {
  answerVisit();
  const shared: ShareData[] = [];
  const share = vi.fn<(data: ShareData) => Promise<void>>(async (data) => {
    shared.push(data);
    if (shared.length > 1) throw new DOMException('', 'AbortError');
  });
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, {
      ...ownPowers,
      canShare: { value: () => true },
      share: { value: share },
    }),
  );
  await renderPage('/visits/2026-03-12');
  const name = page.getByRole('switch', { name: 'ニックネームを入れる' });
  await expect.element(name).toHaveAttribute('aria-checked', 'false');
  await press('画像を共有する');
  await expect.poll(() => shared).toHaveLength(1);
  expect(shared[0]?.files?.[0]).toMatchObject({ name: 'tanren-20260312.png', type: 'image/png' });
  expect(shared[0]?.text).toBeUndefined();
  await name.click();
  await expect.element(name).toHaveAttribute('aria-checked', 'true');
  await press('画像を共有する');
  await expect.poll(() => shared).toHaveLength(2);
  await expect.element(toast('画像を保存しました')).not.toBeInTheDocument();
});

test('the picture contains no gym, a nickname only on request, and at most five machines', async () => {
  const plain = describePicture(visit, { nickname: null });
  expect(plain).toEqual({
    who: null,
    date: formatGymDate('2026-03-12'),
    tfo: '1,280',
    counts: '2種目　3セット　14分',
    rows: [
      { id: 6, name: 'アームカール', load: '10', isBest: false },
      { id: 1, name: 'チェストプレス', load: '52.5', isBest: true },
    ],
    more: null,
  });
  expect(JSON.stringify(plain)).not.toContain('神田');
  expect(describePicture(visit, { nickname: 'テツ' }).who).toBe('テツさん');
  const long = { ...visit, workoutTypeIds: [1, 2, 3, 4, 5, 6, 7] };
  expect(describePicture(long, { nickname: null })).toMatchObject({ more: 'ほか2種目' });
  const [unnamed, named] = await Promise.all(
    [null, 'テツ'].map(async (nickname) => {
      const picture = await drawVisitPicture(visit, { nickname });
      return new TextDecoder('latin1').decode(await picture.arrayBuffer());
    }),
  );
  expect(unnamed).not.toBe(named);
});

test('is accessible on a desktop', async () => {
  await page.viewport(1280, 800);
  answerVisit();
  await renderPage('/visits/2026-03-12');
  await expect.element(heading('3月12日(木)')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});
