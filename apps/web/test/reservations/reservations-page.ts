import { page } from 'vitest/browser';
import { listCalls } from '#test/support/answers.ts';
import { gymId, tomorrow } from './gym-book.ts';
import { renderPage } from '#test/support/render.tsx';

export const slotsAddress = (others = '') =>
  `/reservations?gym=${gymId}&date=${tomorrow()}${others}`;

/** Tomorrow's slots. */
export const openSlots = (others = '') => renderPage(slotsAddress(others));

/** The view of the own reservations. */
export const openMine = () => renderPage(`/reservations?gym=${gymId}&view=mine`);

/** On a phone the own reservations are a view of their own. */
export const showMine = () =>
  page
    .getByRole('navigation', { name: '予約の表示' })
    .getByRole('link', { name: /予約一覧/ })
    .click();

/** The row of a slot, by its time as it is written. */
export const slot = (time: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByText(time, { exact: true }) });

export const cards = () => page.getByRole('main').getByRole('article');

/** The page asks this often what others have done meanwhile. */
export const askAgainMs = 10_000;

/** What the page wrote, as `POST` or `PUT`. */
export const listWrites = () =>
  listCalls()
    .map(({ method }) => method)
    .filter((method) => method !== 'GET');
