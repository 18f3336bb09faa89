import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';

const workMenu = () => page.getByRole('main').getByRole('region', { name: '業務' });

test.each([
  ['trainer', 'トレーナー画面', '/trainer'],
  ['staff', 'スタッフ画面', '/staff'],
] as const)(
  'the menu leads a %s to their own pages, and to no others',
  async (group, label, path) => {
    await renderPage('/settings', { session: { groups: [group] } });
    const links = workMenu().getByRole('link');
    await expect.element(links).toHaveTextContent(label);
    await expect.element(links).toHaveAttribute('href', path);
  },
);

test('to members there is no such menu', async () => {
  await renderPage('/settings');
  await expect.element(heading('設定')).toBeVisible();
  await expect.element(workMenu()).not.toBeInTheDocument();
  const hrefs = page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'));
  expect(hrefs).not.toContain('/trainer');
  expect(hrefs).not.toContain('/staff');
});
