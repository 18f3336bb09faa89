import { getLegalNotice } from '@tanren/contract/gyms/legal-notice';
import { legalNoticeFields } from '@tanren/domain/gyms/legal-notice';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerGymPage } from '#test/gyms/gym-page.ts';
import { sampleLegalNotice } from '#test/samples/legal-notices.ts';
import { answer, rejectWith } from '#test/support/answers.ts';
import { expectAccessible, expectNoSidewaysScroll } from '#test/support/accessibility.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';

const items = () => page.getByRole('definition');

test('the page of a gym leads to its legal notice, which shows every item', async () => {
  answerGymPage();
  const { address } = await renderPage('/gyms/1');
  await page.getByRole('link', { name: '特定商取引法に基づく表記' }).click();
  await expect.element(heading('特定商取引法に基づく表記')).toBeVisible();
  expect(address()).toBe('/gyms/1/legal-notice');
  const shown = () =>
    items()
      .elements()
      .map(({ textContent }) => textContent);
  expect(shown()).toEqual(
    expect.arrayContaining(legalNoticeFields.map((field) => sampleLegalNotice[field])),
  );
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'ジムのページ' }))
    .toHaveAttribute('href', '/gyms/1');
});

test('a visitor reads it without an account, and missing items name the desk', async () => {
  answer(getLegalNotice, { ...sampleLegalNotice, extraFees: '', term: '' });
  await renderPage('/gyms/1/legal-notice', { session: null });
  await expect.element(heading('特定商取引法に基づく表記')).toBeVisible();
  expect(items().filter({ hasText: 'ジムの受付でご案内しています。' }).elements()).toHaveLength(2);
  // Staff see marks for the check of the texts, and members do not.
  await expect.element(page.getByText('公開前に')).not.toBeInTheDocument();
  await expectAccessible();
  expectNoSidewaysScroll();
});

test('shows not found for an unknown gym', async () => {
  answer(getLegalNotice, rejectWith(404, 'not_found'));
  await renderPage('/gyms/99/legal-notice');
  await expect.element(heading('Page not found')).toBeVisible();
});
