import { listInformations, type Information } from '@tanren/contract/informations';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '#test/support/accessibility.ts';
import { answer } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';

const informations: Information[] = [
  { id: 2, publishedDt: '2025-08-15', content: '夏季休業のお知らせ\n詳しくは店頭で' },
  { id: 1, publishedDt: '2022-03-29', content: '開店しました' },
];
const bell = () => page.getByRole('banner').getByRole('link', { name: /^お知らせ/ });
const readVersion = 'read_information_version';

/** Another tab has changed what all of them keep. */
function changeElsewhere(version: string): void {
  localStorage.setItem(readVersion, version);
  dispatchEvent(new StorageEvent('storage', { key: readVersion }));
}

test('announcements are marked at the bell and at home until they are read', async () => {
  answer(listInformations, informations);
  await renderPage('/');
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
  const card = page.getByRole('link', { name: /未読のお知らせ/ });
  await expect.element(card).toHaveTextContent('夏季休業のお知らせ');
  await expect.element(card).not.toHaveTextContent('詳しくは店頭で');
  await bell().click();
  await expect.element(heading('お知らせ')).toBeVisible();
  const [first, last] = [page.getByRole('article').nth(0), page.getByRole('article').nth(1)];
  await expect.element(first).toHaveTextContent('2025年8月15日(金)');
  await expect.element(last).toHaveTextContent('2022年3月29日(火)');
  await expect.element(first.getByText('夏季休業のお知らせ')).toHaveStyle('white-space: pre-line');
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
  expect(localStorage.getItem(readVersion)).toBe('2');
  await expectAccessible();
});

test('what another tab has read, or has not, counts here too', async () => {
  answer(listInformations, informations);
  await renderPage('/settings');
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
  changeElsewhere('2');
  await expect.element(bell()).toHaveAccessibleName('お知らせ');
  changeElsewhere('1');
  await expect.element(bell()).toHaveAccessibleName('お知らせ（未読あり）');
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
