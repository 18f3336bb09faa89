import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { button, heading, listRedControls } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { email, emailField } from './identity-forms.ts';

const line = () => page.getByText('挙げるだけで、');
const start = () => page.getByRole('link', { name: 'はじめる' });
const signInLink = () => page.getByRole('link', { name: 'ログイン', exact: true });

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};

test('shows a visitor one line and two equal buttons, with the form below', async () => {
  const { address } = await renderPage('/', { session: null });
  expect(address()).toBe('/login?next=%2F');
  await expect.element(line()).toBeVisible();
  const [first, second] = [start().element(), signInLink().element()];
  expect(first.getBoundingClientRect().width).toBe(second.getBoundingClientRect().width);
  for (const way of [first, second]) expect(isInView(way)).toBe(true);
  expect(heading('ログイン').element().getBoundingClientRect().top).toBeGreaterThan(innerHeight);
  expect(listRedControls()).toEqual(['ログイン']);
  await expectAccessible();

  await signInLink().click();
  await expect.element(emailField()).toHaveFocus();
  await expect.poll(() => isInView(heading('ログイン').element())).toBe(true);
  expect(address()).toBe('/login?next=%2F');
  await userEvent.keyboard(email);
  await expect.element(emailField()).toHaveValue(email);
  await start().click();
  await expect.element(heading('アプリの新規登録')).toBeVisible();
  await expect.element(emailField()).toHaveValue(email);
  expect(address()).toBe('/register?next=%2F');
});

test('shows the form at once to a visitor on the way to another page', async () => {
  await renderPage('/login?next=%2Fworkouts', { session: null });
  await expect.element(button('ログイン')).toBeInViewport({ ratio: 1 });
  await expect.element(line()).not.toBeVisible();
  await expect.element(page.getByRole('link', { name: 'アプリをはじめて使う方' })).toBeVisible();
  await expectAccessible();
});

test('shows the picture beside the form on a desktop', async () => {
  await page.viewport(1280, 800);
  const { go } = await renderPage('/login', { session: null });
  await expect.element(start()).toBeInViewport({ ratio: 1 });
  await expect.element(button('ログイン')).toBeInViewport({ ratio: 1 });
  await expect.element(signInLink()).not.toBeInTheDocument();
  const pictureEnd = line().element().getBoundingClientRect().right;
  expect(emailField().element().getBoundingClientRect().left).toBeGreaterThan(pictureEnd);
  expectNoSidewaysScroll();
  await go('/login?next=%2Fworkouts');
  await expect.element(line()).toBeVisible();
  expectNoSidewaysScroll();
});
