import { listInformations, type Information } from '@tanren/contract/informations';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';

const informations: Information[] = [
  { id: 2, publishedDt: '2025-08-15', content: '夏季休館のお知らせ\n詳しくは店頭で' },
  { id: 1, publishedDt: '2022-03-29', content: '開店しました' },
];
const bell = () => page.getByRole('banner').getByRole('link', { name: /^お知らせ/ });
const readVersion = 'read_information_version';

/** Another tab has changed what all of them keep. */
function changeElsewhere(version: string): void {
  localStorage.setItem(readVersion, version);
  dispatchEvent(new StorageEvent('storage', { key: readVersion }));
}

// spec 1.13, 3.13, 4.20, 4.21, 9.5, 9.6
test('announcements are marked at the bell and at home until they are read', async () => {
  answer(listInformations, informations);
  await renderPage('/');
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
  const card = page.getByRole('link', { name: /未読のお知らせ/ });
  await expect.element(card).toHaveTextContent('夏季休館のお知らせ');
  await expect.element(card).not.toHaveTextContent('詳しくは店頭で');
  await bell().click();
  await expect.element(heading('お知らせ')).toBeVisible();
  const [first, last] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)];
  await expect.element(first).toHaveTextContent('2025年8月15日(金)');
  await expect.element(last).toHaveTextContent('2022年3月29日(火)');
  await expect.element(first.getByText('夏季休館のお知らせ')).toHaveStyle('white-space: pre-line');
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
  expect(localStorage.getItem(readVersion)).toBe('2');
  await expectAccessible();
});

// spec 4.19
test('what another tab has read, or has not, counts here too', async () => {
  answer(listInformations, informations);
  await renderPage('/settings');
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
  for (const other of ['1', '3']) {
    changeElsewhere(other);
    await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
    changeElsewhere('2');
    await expect.element(bell()).toHaveAccessibleName('お知らせ');
  }
});

const news = { id: 3, publishedDt: '2026-01-05', content: '年始の営業について' };

/** Everything there is has been read on this device. */
async function openRead(path: string) {
  takeClock();
  answer(listInformations, informations);
  localStorage.setItem(readVersion, String(informations.length));
  const shown = await renderPage(path);
  await expect.element(bell()).toBeVisible();
  // The bell says the same before the first answer: only what is unread shows that it has come.
  changeElsewhere('0');
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
  changeElsewhere(String(informations.length));
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
  answer(listInformations, [news, ...informations]);
  return shown;
}

// spec 4.19
test('a page that stays open hears of new ones, but not while nobody sees it', async () => {
  await openRead('/settings');
  const asked = listCalls(listInformations).length;
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.advanceTimersByTime(30 * 60_000);
  expect(listCalls(listInformations)).toHaveLength(asked);
  seen.mockReturnValue('visible');
  vi.advanceTimersByTime(5 * 60_000);
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
  expect(listCalls(listInformations)).toHaveLength(asked + 1);
});

test('a page that is seen again asks at once', async () => {
  await openRead('/settings');
  vi.advanceTimersByTime(60_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
});

test('what cannot be asked again is no trouble to whoever reads something else', async () => {
  await openRead('/settings');
  answer(listInformations, lost);
  const asked = listCalls(listInformations).length;
  vi.advanceTimersByTime(5 * 60_000);
  await expect.poll(() => listCalls(listInformations).length).toBeGreaterThan(asked);
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('what comes while the announcements are read is marked there, and read', async () => {
  await openRead('/informations');
  vi.advanceTimersByTime(5 * 60_000);
  const articles = page.getByRole('article');
  await expect.element(articles.nth(0)).toHaveTextContent('新着');
  await expect.element(articles.nth(0)).toHaveTextContent('年始の営業について');
  await expect.element(articles.nth(1)).not.toHaveTextContent('新着');
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
});

test('what looks like HTML is text, at home and on the page', async () => {
  const content = '</script><script>document.title="x"</script><b>太字</b>\n<img src=x onerror=1>';
  answer(listInformations, [{ id: 1, publishedDt: '2025-08-15', content }]);
  await renderPage('/');
  const [firstLine = ''] = content.split('\n');
  await expect
    .element(page.getByRole('link', { name: /未読のお知らせ/ }))
    .toHaveTextContent(firstLine);
  await bell().click();
  const article = page.getByRole('article');
  await expect.element(article.getByRole('paragraph')).toHaveTextContent(firstLine);
  expect(article.getByRole('paragraph').element().textContent).toBe(content);
  expect(article.element().querySelectorAll('a, script, b, img')).toHaveLength(0);
});

test('without announcements the page says so', async () => {
  await renderPage('/informations');
  await expect.element(page.getByText('お知らせはまだありません。')).toBeVisible();
  await expectAccessible();
});
