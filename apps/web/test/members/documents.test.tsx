import { listMyMemberships } from '@tanren/contract/memberships/memberships';
import { getTrainerConnection } from '@tanren/contract/trainers/trainer-connection-code';
import { listMyReservations } from '@tanren/contract/booking/training-reservations';
import { getLatestWorkout } from '@tanren/contract/workouts/workouts';
import { afterEach, expect, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectPartAccessible,
} from '#test/support/accessibility.ts';
import { answer, listCalls } from '#test/support/answers.ts';
import { heading } from '#test/support/locators.ts';
import { renderPage } from '#test/support/render.tsx';
import { fullWorkout } from '#test/samples/workouts.ts';
import { listPagePatterns } from '#test/shell/route-tree.ts';
import { sampleReservation } from '#test/samples/gyms.ts';
import { joinRequest, sampleMembership } from '#test/samples/memberships.ts';
import { openMenuShelf } from '#test/menus/menus.ts';

const documents = {
  '/terms': '利用規約',
  '/privacy-policy': 'プライバシーポリシー',
  '/tutorial': 'ご利用ガイド',
} as const;
type DocumentPath = keyof typeof documents;
const paths = Object.keys(documents) as DocumentPath[];

const navigation = () => page.getByRole('navigation', { name: 'メインメニュー' });
const article = () => page.getByRole('article');
const select = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const sectionHeadings = () => select('h2').map(({ textContent }) => textContent);

async function openDocument(path: DocumentPath) {
  const shown = await renderPage(path, { session: null });
  await expect.element(heading(documents[path])).toBeVisible();
  return shown;
}

/** The part of the browser's developer tools that is used here. */
interface Tools {
  send(method: 'Emulation.setEmulatedMedia', values: { media: string }): Promise<unknown>;
}
const showAs = (media: 'print' | '') =>
  (cdp() as unknown as Tools).send('Emulation.setEmulatedMedia', { media });

afterEach(() => showAs(''));

// spec 9.2
test('shows the complete terms, with version and date', async () => {
  await openDocument('/terms');
  await expect.element(page.getByText('第3版', { exact: true })).toBeVisible();
  await expect.element(page.getByText('2024年12月03日(火)')).toBeVisible();
  const headings = sectionHeadings();
  expect(headings.length).toBeGreaterThan(20);
  for (const [index, words] of headings.entries()) {
    expect(words).toMatch(new RegExp(`^第${index + 1}条（.+）$`));
  }
});

test('the terms name the correction in the app', async () => {
  await openDocument('/terms');
  await expect.element(page.getByText('「記録を訂正する」')).toBeVisible();
});

test('the privacy policy explains what is stored, for how long and how to delete it', async () => {
  await openDocument('/privacy-policy');
  for (const name of ['収集する情報', 'ランキング', 'トレーナー', '保存期間', '削除', '窓口']) {
    expect(sectionHeadings().filter((words) => words.includes(name))).not.toEqual([]);
  }
});

test('the guide shows twelve steps, each with a described picture', async () => {
  await openDocument('/tutorial');
  await expect.poll(() => select('section figure').length).toBe(12);
  for (const figure of select('section figure')) {
    expect(figure.querySelector('svg')?.checkVisibility()).toBe(true);
    expect(figure.querySelector('figcaption')?.textContent.length).toBeGreaterThan(20);
  }
  const steps = sectionHeadings().slice(0, 12);
  expect(steps.map((words) => words.replace(/\D+(\d+).*/, '$1'))).toEqual(
    Array.from({ length: 12 }, (_, index) => `${index + 1}`),
  );
});

const nextStep = () => page.getByText('次はここから', { exact: true });
const isAtTop = (id: string) => () =>
  Math.abs((document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) - 24) < 4;

const joined = () => answer(listMyMemberships, { memberships: [sampleMembership()], requests: [] });

test('leads a member without a plan to the application before any machine', async () => {
  await renderPage('/tutorial');
  await expect.poll(isAtTop('plan')).toBe(true);
  await expect.element(page.getByRole('link', { name: '会員契約' })).toBeVisible();
  expect(listCalls(getLatestWorkout)).toHaveLength(0);
});

test('leads a member who has applied for a plan to the machines', async () => {
  answer(listMyMemberships, { memberships: [], requests: [joinRequest] });
  await renderPage('/tutorial');
  await expect.poll(isAtTop('link')).toBe(true);
});

test('the guide starts at the first step that a member has not done yet', async () => {
  joined();
  await renderPage('/tutorial');
  await expect.element(nextStep()).toBeVisible();
  expect(select('#link p').some(({ textContent }) => textContent === '次はここから')).toBe(true);
  await expect.poll(isAtTop('link')).toBe(true);
  await expectAccessible();
});

test('leads a member with workouts further, and starts at the top after all steps', async () => {
  joined();
  answer(getLatestWorkout, fullWorkout(1));
  const { go } = await renderPage('/tutorial');
  await expect.poll(isAtTop('session')).toBe(true);
  await go('/settings');
  const nothing = { items: [], nextCursor: null };
  openMenuShelf().put();
  answer(listMyReservations, ({ querystring: { time } }) =>
    time === 'past' ? { items: [sampleReservation], nextCursor: null } : nothing,
  );
  answer(getTrainerConnection, {
    state: 'linked',
    trainer: { nickname: 'サクラ' },
    linkedAt: '2026-03-01T09:00:00.000Z',
    scopes: ['history'],
  });
  await go('/tutorial');
  await expect.poll(() => listCalls(getTrainerConnection)).not.toHaveLength(0);
  await expect.element(nextStep()).not.toBeInTheDocument();
  expect(window.scrollY).toBe(0);
});

test('an anchor has priority over the step', async () => {
  const { go } = await renderPage('/settings');
  await go('/tutorial#help');
  await expect.element(nextStep()).toBeInTheDocument();
  expect(isAtTop('plan')()).toBe(false);
});

test('members keep their navigation on a document', async () => {
  const { go } = await renderPage('/settings');
  for (const path of paths) {
    await go(path);
    await expect.element(heading(documents[path])).toBeVisible();
    await expect.element(navigation().getByRole('link', { name: '予約' })).toBeVisible();
  }
});

test('a visitor starts at the registration, without any call about a member', async () => {
  await openDocument('/tutorial');
  await expect.poll(() => select('section figure').length).toBe(12);
  await expect.element(nextStep()).not.toBeInTheDocument();
  await expect.element(navigation()).not.toBeInTheDocument();
  expect(window.scrollY).toBe(0);
  expect(listCalls(getLatestWorkout)).toHaveLength(0);
});

test.each(paths)('%s is styled, and shows no markup', async (path) => {
  await openDocument(path);
  expect(getComputedStyle(document.querySelector('h1') as Element).fontSize).toBe('28px');
  expect(getComputedStyle(document.querySelector('h2') as Element).fontSize).toBe('20px');
  expect(article().element().textContent).not.toMatch(/準備中|\]\(|\[#/);
});

test('every anchor and every link has a target', async () => {
  const targets = new Set(listPagePatterns().map((pattern) => pattern.replace(/(.)\/$/, '$1')));
  const links = new Set<string>();
  const { go } = await openDocument('/terms');
  for (const path of paths) {
    await go(path);
    await expect.element(heading(documents[path])).toBeVisible();
    const ids = select('[id]').map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const id of ids) targets.add(`${path}#${id}`);
    const hrefs = select('article a').map((link) => link.getAttribute('href') ?? '');
    expect(hrefs.length).toBeGreaterThan(10);
    for (const href of hrefs) links.add(href.startsWith('#') ? path + href : href);
  }
  expect([...links].filter((link) => !targets.has(link))).toEqual([]);
});

test.each(paths)('%s is accessible with its contents unfolded', async (path) => {
  await openDocument(path);
  const contents = page.getByRole('navigation', { name: '目次' });
  await expect.element(contents).not.toBeInTheDocument();
  await page.elementLocator(select('summary')[0] as Element).click();
  await expect.element(contents).toBeVisible();
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.viewport(width, height);
    expectNoSidewaysScroll();
    if (width === 390) continue;
    // All documents share the layout, and their text is checked with the open pages. The contents
    // are the only other part.
    if (path === '/tutorial') await expectAccessible();
    else await expectPartAccessible(select('#contents')[0] as Element);
  }
});

test('lines have at most 40 characters, beside the contents', async () => {
  await page.viewport(1280, 800);
  await openDocument('/terms');
  const contents = page.getByRole('navigation', { name: '目次' });
  await expect.element(contents).toBeInViewport();
  const widths = select('section p, section li').map(({ clientWidth }) => clientWidth);
  expect(Math.max(...widths)).toBeLessThanOrEqual(40 * 16);
  const last = page.getByRole('heading', { level: 2, name: /準拠法/ });
  last.element().scrollIntoView({ behavior: 'instant' });
  await expect.element(last).toBeInViewport();
  await expect.element(contents).toBeInViewport();
  scrollTo({ top: 0, behavior: 'instant' });
});

test('prints dark text without bars', async () => {
  await openDocument('/terms');
  await showAs('print');
  expect(getComputedStyle(article().element()).color).toBe('rgb(0, 0, 0)');
  expect(getComputedStyle(document.body).backgroundColor).toBe('rgb(255, 255, 255)');
  const bars = select('header, #contents');
  expect(bars.map((bar) => bar.checkVisibility())).toEqual([false, false]);
});
