import { getVisits, type Visit } from '@tanren/contract/workouts/visits';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  describePicture,
  drawVisitPicture,
  type PictureFormat,
} from '#features/workouts/visit-picture.ts';
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
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
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
  await page.getByRole('radio', { name: 'ストーリー（9:16）' }).click();
  await press('画像を共有する');
  await expect.poll(() => saved).toHaveLength(2);
  const canvases = toBlob.mock.contexts as readonly HTMLCanvasElement[];
  expect(canvases.map(({ height }) => height)).toEqual([1350, 1920]);
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

test('the picture contains no gym, a nickname only on request, and a plate for each set', () => {
  const plain = describePicture(visit, { format: 'post', nickname: null });
  const curl = { name: 'アームカール', load: '10', isBest: false, plates: 1, isPinned: false };
  const chest = { name: 'チェストプレス', load: '52.5', isBest: true, plates: 2, isPinned: true };
  expect(plain).toEqual({
    who: null,
    date: formatGymDate('2026-03-12'),
    tfo: '1,280',
    counts: '2種目　3セット　14分',
    heroId: 1,
    rows: [curl, chest],
  });
  expect(JSON.stringify(plain)).not.toContain('神田');
  expect(describePicture(visit, { format: 'post', nickname: 'テツ' }).who).toBe('テツさん');
});

test.each([
  ['post', 6, 'ほか4種目'],
  ['story', 8, 'ほか2種目'],
] as const)('a %s names the first machines and counts the others', (format, count, more) => {
  const long = { ...visit, workoutTypeIds: [1, 2, 3, 4, 5, 6, 7, 8, 9] };
  const { rows } = describePicture(long, { format, nickname: null });
  expect(rows).toHaveLength(count);
  expect(rows.at(-1)).toMatchObject({ name: more, load: null });
});

/** Draws the picture and returns its width, its height and the colour of each pixel. */
async function draw(format: PictureFormat, nickname: string | null) {
  const image = await createImageBitmap(await drawVisitPicture(visit, { format, nickname }));
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) throw new Error('no context');
  context.drawImage(image, 0, 0);
  return { width, height, pixels: context.getImageData(0, 0, width, height).data };
}

test.each([
  ['post', 1350],
  ['story', 1920],
] as const)(
  'the %s fills its format to both edges, without an empty half',
  async (format, high) => {
    const { width, height, pixels } = await draw(format, null);
    expect([width, height]).toEqual([1080, high]);
    const isInk = (x: number, y: number) => (pixels[(y * width + x) * 4] ?? 0) > 90;
    const rows = Array.from({ length: height }, (_, y) => y);
    const columns = Array.from({ length: width }, (_, x) => x);
    // The floor reaches both edges, and the plates come from the left edge.
    expect(rows.some((y) => isInk(0, y) && isInk(width - 1, y))).toBe(true);
    expect(rows.filter((y) => isInk(0, y)).length).toBeGreaterThan(60);
    // No quarter of the height is empty.
    for (const quarter of [0, 1, 2, 3]) {
      const within = rows.slice((quarter * height) / 4, ((quarter + 1) * height) / 4);
      const ink = within.filter((y) => columns.some((x) => isInk(x, y)));
      expect(ink.length / within.length, `quarter ${quarter}`).toBeGreaterThan(0.2);
    }
    const named = await draw(format, 'テツ');
    expect(named.pixels.some((value, place) => value !== pixels[place])).toBe(true);
  },
);

test('is accessible on a desktop', async () => {
  await page.viewport(1280, 800);
  answerVisit();
  await renderPage('/visits/2026-03-12');
  await expect.element(heading('3月12日(木)')).toBeVisible();
  expectNoSidewaysScroll();
  await expectAccessible();
});
