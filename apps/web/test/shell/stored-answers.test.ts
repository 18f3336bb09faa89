import { listAnnouncements } from '@tanren/contract/members/announcements';
import { listVisits } from '@tanren/contract/workouts/visits';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { announcementsQuery } from '#entities/members/announcements.queries.ts';
import { visitsQuery } from '#entities/workouts/visits.queries.ts';
import { staffMachinesQuery } from '#features/machines/staff/staff-machines.queries.ts';
import { listStaffMachines } from '@tanren/contract/machines/staff-machines';
import { isForeignKey, wipeDeviceData } from '#lib/offline/device-data.ts';
import {
  answerPersister,
  readStoredTime,
  restoreTodaysAnswers,
  storeAnswer,
} from '#lib/offline/stored-answers.ts';
import { isOffline } from '#lib/offline/network.ts';
import { createQueryClient } from '#lib/query-client.ts';
import {
  answer,
  gatewayDown,
  listCalls,
  lost,
  rejectWith,
  setOnline,
} from '#test/support/answers.ts';
import { ignoreConsoleErrors } from '#test/support/console.ts';
import { memberSub, signIn } from '#test/support/session.ts';
import { takeClock } from '#test/support/page-clock.ts';
import { removeWorker, standWorker } from '#test/support/worker.ts';

const otherSub = '00000000-0000-4000-8000-000000000002';
const news = [{ id: 1, publishedDt: '2026-11-01', content: '【お知らせ】休館' }];

beforeEach(() => {
  standWorker();
  signIn();
});

afterEach(async () => {
  await wipeDeviceData(null);
});

/** Creates the query client of a newly opened page, which has no data in memory. */
const openPage = () => createQueryClient(answerPersister);

async function storeNews(): Promise<number> {
  answer(listAnnouncements, news);
  await openPage().query(announcementsQuery);
  await expect.poll(() => readStoredTime(announcementsQuery.queryKey)).not.toBeNull();
  return (await readStoredTime(announcementsQuery.queryKey)) ?? 0;
}

test('shows a stored answer without a network, with its time', async () => {
  const storedAt = await storeNews();
  setOnline(false);
  const client = openPage();
  expect(await client.query(announcementsQuery)).toEqual(news);
  await expect
    .poll(() => client.getQueryState(announcementsQuery.queryKey)?.dataUpdatedAt)
    .toBe(storedAt);
  // A second query returns the same answer, so that no page turns into an error.
  expect(await client.query({ ...announcementsQuery, staleTime: 0 })).toEqual(news);
});

test('shows a late answer when it arrives, and other readers wait for the same one', async () => {
  await storeNews();
  const client = openPage();
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  const newer = [{ id: 2, publishedDt: '2026-11-02', content: '【お知らせ】営業' }];
  answer(listAnnouncements, () => given.then(() => newer));
  const before = listCalls(listAnnouncements).length;
  // The stored answer comes after three seconds without one from the network.
  expect(await client.query(announcementsQuery)).toEqual(news);
  expect(isOffline()).toBe(true);
  const again = client.query({ ...announcementsQuery, staleTime: 0 });
  give();
  expect(await again).toEqual(newer);
  await expect.poll(() => client.getQueryData(announcementsQuery.queryKey)).toEqual(newer);
  expect(isOffline()).toBe(false);
  expect(listCalls(listAnnouncements)).toHaveLength(before + 1);
});

test('stores a list of several pages as one', async () => {
  answer(listVisits, { items: [], nextCursor: null });
  await openPage().infiniteQuery(visitsQuery(null));
  await expect.poll(() => readStoredTime(visitsQuery(null).queryKey)).not.toBeNull();
  setOnline(false);
  const list = await openPage().infiniteQuery(visitsQuery(null));
  expect(list.pages).toEqual([{ items: [], nextCursor: null }]);
});

test('prefers the network: a stored answer never hides a newer one', async () => {
  await storeNews();
  answer(listAnnouncements, []);
  expect(await openPage().query(announcementsQuery)).toEqual([]);
});

test.each([
  ['a network without answers', lost],
  ['a gateway whose server is down', gatewayDown],
] as const)('treats %s as no network until an answer arrives', async (_, failure) => {
  await storeNews();
  answer(listAnnouncements, failure);
  expect(await openPage().query(announcementsQuery)).toEqual(news);
  expect(isOffline()).toBe(true);
  answer(listAnnouncements, []);
  expect(await openPage().query(announcementsQuery)).toEqual([]);
  expect(isOffline()).toBe(false);
});

test('does not treat a rejection as a lost network', async () => {
  await storeNews();
  answer(listAnnouncements, rejectWith(500, 'internal_error'));
  await expect(openPage().query({ ...announcementsQuery, retry: false })).rejects.toThrow('500');
  ignoreConsoleErrors('500');
});

test('another member finds nothing, and cleared data is gone', async () => {
  await storeNews();
  setOnline(false);
  signIn({ sub: otherSub });
  expect(await readStoredTime(announcementsQuery.queryKey)).toBeNull();
  signIn();
  expect(await readStoredTime(announcementsQuery.queryKey)).not.toBeNull();
  await wipeDeviceData(memberSub);
  expect(await readStoredTime(announcementsQuery.queryKey)).not.toBeNull();
  await wipeDeviceData(otherSub);
  expect(await readStoredTime(announcementsQuery.queryKey)).toBeNull();
});

describe('the answers of today', () => {
  const now = Date.parse('2026-11-17T10:00+09:00');
  const hourMs = 60 * 60_000;
  const { queryKey } = announcementsQuery;

  beforeEach(() => {
    takeClock(new Date(now));
  });

  test('are restored with their time', async () => {
    await storeAnswer(queryKey, news, now - 9 * hourMs);
    const client = openPage();
    expect(await restoreTodaysAnswers(client, [queryKey])).toBe(true);
    expect(client.getQueryState(queryKey)).toMatchObject({
      data: news,
      dataUpdatedAt: now - 9 * hourMs,
    });
  });

  test.each([
    ['one is of yesterday', () => storeAnswer(queryKey, news, now - 11 * hourMs)],
    ['one is missing', () => wipeDeviceData(null)],
    ['another member is signed in', async () => signIn({ sub: otherSub })],
    ['no worker is there', async () => removeWorker()],
  ])('are left to the network if %s', async (_, change) => {
    await storeAnswer(queryKey, news, now);
    await storeAnswer(staffMachinesQuery.queryKey, [], now);
    await change();
    const client = openPage();
    const keys = [staffMachinesQuery.queryKey, queryKey];
    expect(await restoreTodaysAnswers(client, keys)).toBe(false);
    expect(client.getQueryCache().getAll()).toEqual([]);
  });

  test('are left to the network if another member signs in meanwhile', async () => {
    await storeAnswer(queryKey, news, now);
    const client = openPage();
    const restored = restoreTodaysAnswers(client, [queryKey]);
    signIn({ sub: otherSub });
    expect(await restored).toBe(false);
    expect(client.getQueryData(queryKey)).toBeUndefined();
  });
});

test('does not store what staff see of others', async () => {
  signIn({ groups: ['staff'] });
  answer(listStaffMachines, { items: [], nextCursor: null });
  await openPage().query(staffMachinesQuery);
  await storeNews();
  expect(await readStoredTime(staffMachinesQuery.queryKey)).toBeNull();
});

test.each([
  ['tanren:draft:a:new', 'a', false],
  ['tanren:draft:b:new', 'a', true],
  ['tanren:userinfo:a', null, true],
  ['tanren:reservation-gym', 'a', false],
  ['tanren:reservation-gym', null, true],
  ['tanren:guide-opened', null, false],
  ['tanren:install', null, false],
  ['tanren:session-ended', null, false],
  ['tanren:code:sign-up', null, false],
  ['read_information_version', null, false],
] as const)('%s, when only %s stays, is deleted: %s', (key, except, goes) => {
  expect(isForeignKey(key, except)).toBe(goes);
});
