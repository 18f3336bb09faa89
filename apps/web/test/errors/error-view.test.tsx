import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NetworkError, showAppError } from '#lib/errors.ts';
import { expectAccessible } from '#test/support/accessibility.ts';
import { forgiveComplaints, listComplaints } from '#test/support/console.ts';
import { button, heading, press } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';

const menu = () => page.getByRole('navigation', { name: 'メインメニュー' });

// spec 2.42, 2.44, 2.45, 2.46, 2.47, 4.27, 4.30
test.each(['トップへ戻る', 'TANREN トップへ'])(
  'an error that nobody caught takes the page; %s leads home',
  async (name) => {
    const { address } = await renderPage('/settings');
    await expect.element(heading('マイページ')).toBeVisible();
    showAppError(new Error('broken callback'));
    await expect.element(heading('システムエラー')).toBeVisible();
    await expect
      .element(page.getByText('しばらくしてからもう一度試してみてください。'))
      .toBeVisible();
    await expect.element(menu()).not.toBeInTheDocument();
    await expect.poll(() => document.title).toBe('エラー | TANREN');
    await expectAccessible();
    expect(listComplaints().join('\n')).toContain('broken callback');
    forgiveComplaints('broken callback');
    await press(name);
    await expect.element(heading('テツさん')).toBeVisible();
    await expect.element(menu()).toBeVisible();
    expect(address()).toBe('/');
  },
);

// spec 2.48
test('the cause of an error is what is told and logged', async () => {
  await renderPage('/settings');
  showAppError(new Error('wrapped', { cause: new NetworkError('Network Error') }));
  await expect.element(heading('ネットワークエラー')).toBeVisible();
  expect(listComplaints().join('\n')).toContain('NetworkError: Network Error');
  forgiveComplaints('Network Error');
});

// spec 2.43, 2.44, 2.45, 9.35, 9.36
test('the logo of the error view is 60 px wide and its block is centred with 40 px above and below', async () => {
  await renderPage('/no-such-page');
  await expect
    .element(heading('Page not found'))
    .toHaveTextContent('Page not foundページが見つかりません');
  await expect
    .element(page.getByRole('main'))
    .toHaveStyle({ paddingBlock: '40px', textAlign: 'center' });
  const { left, width } = button('TANREN トップへ').element().getBoundingClientRect();
  expect(width).toBe(60);
  expect(left + 30).toBe(390 / 2);
  const back = button('トップへ戻る').element();
  expect(getComputedStyle(back)).toMatchObject({
    borderTopWidth: '0px',
    backgroundColor: 'rgba(0, 0, 0, 0)',
  });
  for (const part of [heading('Page not found').element(), back]) {
    const box = part.getBoundingClientRect();
    expect(box.left + box.width / 2).toBeCloseTo(390 / 2, 0);
  }
});
