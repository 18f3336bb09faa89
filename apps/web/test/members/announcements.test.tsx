import { listAnnouncements, type Announcement } from '@tanren/contract/members/announcements';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { answer, listCalls, lost } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { renderPage } from '#test/support/render.tsx';

const announcements: Announcement[] = [
  { id: 2, publishedDt: '2025-08-15', content: '【夏季休館のお知らせ】\n\n詳しくは\n店頭で' },
  { id: 1, publishedDt: '2022-03-29', content: '開店しました' },
];
const bell = () => page.getByRole('banner').getByRole('link', { name: /^お知らせ(?!に戻る)/ });
const readVersion = 'read_information_version';
const list = () => page.getByRole('region', { name: 'お知らせの一覧' });
const rows = () => list().getByRole('link');
const article = () => page.getByRole('article');

/** Changes the shared storage as another tab would. */
function changeElsewhere(version: string): void {
  localStorage.setItem(readVersion, version);
  dispatchEvent(new StorageEvent('storage', { key: readVersion }));
}

// spec 1.13, 3.13, 4.20, 4.21, 9.5, 9.6
test('marks announcements at the bell and at home until they are read', async () => {
  answer(listAnnouncements, announcements);
  await renderPage('/');
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
  const card = page.getByRole('link', { name: /未読のお知らせ/ });
  await expect.element(card).toHaveTextContent('夏季休館のお知らせ');
  await expect.element(card).not.toHaveTextContent('店頭で');
  await bell().click();
  await expect.element(heading('お知らせ')).toBeVisible();
  await expect.element(rows().nth(0)).toHaveTextContent('2025年8月15日(金)新着夏季休館のお知らせ');
  await expect.element(rows().nth(1)).toHaveTextContent('2022年3月29日(火)開店しました');
  await expect.element(list().getByText('店頭で')).toBeVisible();
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
  expect(localStorage.getItem(readVersion)).toBe('2');
  await expectAccessible();
});

// spec 4.20
test('the list on a phone shows the text of every new announcement before it counts as read', async () => {
  const older = { id: 9, publishedDt: '2022-01-01', content: '準備中\n古い本文' };
  answer(listAnnouncements, [...announcements, older]);
  localStorage.setItem(readVersion, '1');
  await renderPage('/informations/2');
  // This page shows the text of only one of the two new announcements.
  await expect.element(article().getByText('詳しくは')).toBeVisible();
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
  expect(localStorage.getItem(readVersion)).toBe('1');
  await bell().click();
  await expect.element(list().getByText('詳しくは')).toBeVisible();
  await expect.element(list().getByText('古い本文')).not.toBeInTheDocument();
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
  expect(localStorage.getItem(readVersion)).toBe('3');
});

// spec 4.20
test('the page of the only new announcement marks it as read', async () => {
  answer(listAnnouncements, announcements);
  localStorage.setItem(readVersion, '1');
  await renderPage('/informations/2');
  await expect.element(article().getByText('詳しくは')).toBeVisible();
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
  expect(localStorage.getItem(readVersion)).toBe('2');
});

// spec 3.13
test('a title links to its announcement, which is marked until it was opened', async () => {
  answer(listAnnouncements, announcements);
  localStorage.setItem(readVersion, '0');
  const { address } = await renderPage('/informations');
  await expect.poll(() => list().getByText('新着').elements()).toHaveLength(2);
  await rows().nth(0).click();
  await expect.element(heading('夏季休館のお知らせ')).toBeVisible();
  expect(address()).toBe('/informations/2');
  await expect.element(article().getByText('詳しくは')).toHaveStyle('white-space: pre-line');
  await expect.element(list()).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole('link', { name: 'お知らせに戻る' }).click();
  await expect.element(rows().nth(1)).toHaveTextContent('新着');
  await expect.element(rows().nth(0)).not.toHaveTextContent('新着');
});

test('shows list and announcement side by side on a tablet and a desktop', async () => {
  await page.viewport(820, 1180);
  answer(listAnnouncements, announcements);
  const { address } = await renderPage('/informations');
  await expect.element(article()).toHaveTextContent('夏季休館のお知らせ');
  // The announcement beside the list counts as opened.
  await expect.element(rows().nth(0)).not.toHaveTextContent('新着');
  await rows().nth(1).click();
  await expect.poll(address).toBe('/informations/1');
  await expect.element(heading('開店しました')).toBeVisible();
  await expect.element(rows().nth(1)).toHaveAttribute('aria-current', 'page');
  const beside = () =>
    list().element().getBoundingClientRect().right <=
    article().element().getBoundingClientRect().left;
  expect(beside()).toBe(true);
  await expectAccessible();
  expectNoSidewaysScroll();
  await page.viewport(1280, 800);
  expect(beside()).toBe(true);
  await expectAccessible();
});

test.each(['3', 'abc', '0'])('shows not found for the announcement %s', async (id) => {
  answer(listAnnouncements, announcements);
  await renderPage(`/informations/${id}`);
  await expect.poll(() => document.title).toBe('Page not found | TANREN');
});

// spec 4.19
test('follows what another tab has read', async () => {
  answer(listAnnouncements, announcements);
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

/** Opens a page on a device on which all announcements have been read. */
async function openRead(path: string) {
  takeClock();
  answer(listAnnouncements, announcements);
  localStorage.setItem(readVersion, String(announcements.length));
  const shown = await renderPage(path);
  await expect.element(bell()).toBeVisible();
  // The bell looks the same before the first answer. Only an unread mark shows that it has come.
  changeElsewhere('0');
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
  changeElsewhere(String(announcements.length));
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
  answer(listAnnouncements, [news, ...announcements]);
  return shown;
}

// spec 4.19
test('an open page fetches new ones, but not while it is hidden', async () => {
  await openRead('/settings');
  const callsBefore = listCalls(listAnnouncements).length;
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  vi.advanceTimersByTime(30 * 60_000);
  expect(listCalls(listAnnouncements)).toHaveLength(callsBefore);
  seen.mockReturnValue('visible');
  vi.advanceTimersByTime(5 * 60_000);
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
  expect(listCalls(listAnnouncements)).toHaveLength(callsBefore + 1);
});

test('fetches at once when the page is visible again', async () => {
  await openRead('/settings');
  vi.advanceTimersByTime(60_000);
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
});

test('a failed fetch does not disturb another page', async () => {
  await openRead('/settings');
  answer(listAnnouncements, lost);
  const callsBefore = listCalls(listAnnouncements).length;
  vi.advanceTimersByTime(5 * 60_000);
  await expect.poll(() => listCalls(listAnnouncements).length).toBeGreaterThan(callsBefore);
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('marks an announcement that arrives while the list is open, and counts it as read', async () => {
  await openRead('/informations');
  vi.advanceTimersByTime(5 * 60_000);
  await expect.element(rows().nth(0)).toHaveTextContent('新着年始の営業について');
  await expect.element(rows().nth(1)).not.toHaveTextContent('新着');
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
});

test("a path becomes a link with the page's name, and an address a link as it is", async () => {
  const content = '身長と体重\n/settings/userinfo\n/gyms/1\nhttps://tanren.example/a';
  answer(listAnnouncements, [{ id: 1, publishedDt: '2025-08-15', content }]);
  await renderPage('/informations/1');
  const links = article().getByRole('link');
  await expect
    .poll(() => links.elements().map((link) => [link.textContent, link.getAttribute('href')]))
    .toEqual([
      ['プロフィールの編集', '/settings/userinfo'],
      ['/gyms/1', '/gyms/1'],
      ['https://tanren.example/a', 'https://tanren.example/a'],
    ]);
});

test('shows text that looks like HTML as text, at home and on the page', async () => {
  const content = '</script><script>document.title="x"</script><b>太字</b>\n<img src=x onerror=1>';
  answer(listAnnouncements, [{ id: 1, publishedDt: '2025-08-15', content }]);
  await renderPage('/');
  const card = page.getByRole('link', { name: /未読のお知らせ/ });
  await expect.element(card).toHaveTextContent(content.slice(0, 40));
  await card.click();
  const text = article().getByRole('paragraph');
  await expect.element(text).toBeVisible();
  expect(text.element().textContent).toBe(content);
  expect(article().element().querySelectorAll('a, script, b, img')).toHaveLength(0);
});

test('explains that there are no announcements', async () => {
  await renderPage('/informations');
  await expect.element(page.getByText('お知らせはまだありません。')).toBeVisible();
  await expectAccessible();
});
