import { randomUUID } from 'node:crypto';
import { eq, isNotNull } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { membershipEvents } from '#db/schema/memberships.ts';
import type { PlainMail } from '#mail/mail-words.ts';
import { silentLog } from '#test/support/app.ts';
import { openMemberships } from '#test/support/memberships/membership-calls.ts';
import { at } from '#test/support/booking/reservations.ts';
import { type MailedStep, writeMembershipMail } from './membership-mail-texts.ts';
import { createMembershipMails, deleteOldAddresses } from './membership-mails.service.ts';

const { db, clock, newGym, newPlan, join, ask, requests, decide, mine } = await openMemberships();
const publicUrl = new URL('https://gym.example/');

beforeEach(async () => {
  await db.update(membershipEvents).set({ email: null });
});

function openNode(sendMail: (mail: PlainMail) => Promise<void>) {
  const findAddresses = async () => new Map<string, string>();
  const parts = { db, sendMail, findAddresses, publicUrl, log: silentLog };
  return createMembershipMails({ ...parts, now: () => clock.now });
}

test('mails every step once, by any node, and deletes the address', async () => {
  const gym = await newGym({ joining: 'approval', name: '鍛錬 渋谷 1号店' });
  const planId = await newPlan(gym.id);
  const sub = randomUUID();
  await join(sub, gym.id, planId);
  const requestId = (await requests(gym.id)).items[0]?.requestId ?? 0;
  await decide(requestId, { approve: true, reason: '免許証で確認しました' });
  const membershipId = (await mine(sub)).memberships[0]?.membershipId ?? 0;
  await ask(sub, membershipId, 'end');
  const mails: PlainMail[] = [];
  const nodes = [1, 2, 3].map(() => openNode(async (mail) => void mails.push(mail)));
  await Promise.all(nodes.map(async (run) => await run()));
  await Promise.all(nodes.map(async (run) => await run()));
  expect(mails.every(({ to }) => to === `${sub}@tanren.example`)).toBe(true);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    '【TANREN】ご入会の手続きが完了しました',
    '【TANREN】入会のお申し込みを受け付けました',
    '【TANREN】退会の手続きが完了しました',
  ]);
  expect(await db.$count(membershipEvents, isNotNull(membershipEvents.email))).toBe(0);
  const shown = mails.filter(({ text }) =>
    text.includes('■ お申し込みの内容\nジム：鍛錬 渋谷 1号店'),
  );
  expect(shown.map(({ subject }) => subject).toSorted()).toEqual([
    '【TANREN】ご入会の手続きが完了しました',
    '【TANREN】入会のお申し込みを受け付けました',
  ]);
});

test('retries a failed mail, and gives up after a week', async () => {
  const gym = await newGym();
  const sub = randomUUID();
  await join(sub, gym.id, await newPlan(gym.id));
  const run = openNode(async () => {
    throw new Error('no mail server');
  });
  await run();
  const left = async () => await db.$count(membershipEvents, isNotNull(membershipEvents.email));
  expect(await left()).toBe(1);
  await deleteOldAddresses(db, clock.now);
  expect(await left()).toBe(1);
  await deleteOldAddresses(db, new Date(clock.now.getTime() + 1));
  expect(await left()).toBe(0);
  expect(await db.$count(membershipEvents, eq(membershipEvents.sub, sub))).toBe(1);
});

const step: MailedStep = {
  sub: randomUUID(),
  at: at(12),
  kind: 'plan_changed',
  by: 'staff',
  request: null,
  membershipId: 1234,
  fromDay: '2026-05-01',
  lastDay: null,
  reason: '本人の申し出 0312345678',
  email: 'a@tanren.example',
  gymName: '鍛錬 渋谷',
  planName: 'デイ',
  confirmation: null,
};

test('a mail contains the step, gym, start and reason, and a link', () => {
  expect(writeMembershipMail(step, publicUrl)).toEqual({
    to: 'a@tanren.example',
    subject: '【TANREN】プラン変更の手続きが完了しました',
    text: `ジムにて、プラン変更の手続きをいたしました。

ジム：鍛錬 渋谷
会員番号：0000 1234
プラン：デイ
変更日：5月1日(金)
理由：本人の申し出 0312345678

この変更により対象外となるご予約は、自動でキャンセルとなります。その場合は、ご予約ごとに別のメールでお知らせします。

会員契約の内容とこれまでの手続きは、下記のページでご確認いただけます。
https://gym.example/settings/membership

――――――――――――――――――――
TANREN
このメールは送信専用アドレスからお送りしています。ご返信いただいてもお答えできませんので、ご了承ください。
`,
  });
});

type Steps = readonly [string, Partial<MailedStep>, readonly string[]][];
const mailed: Steps = [
  [
    'an application',
    { kind: 'applied', by: 'member', request: 'join', membershipId: null, reason: '夜に' },
    ['入会のお申し込みを受け付けました。', '開始日：5月1日(金)', 'ご要望：夜に', '取り下げる'],
  ],
  [
    'a request to end',
    { kind: 'applied', by: 'member', request: 'end', planName: null, reason: '' },
    ['退会のお申し込み', '最終日：4月30日(木)'],
  ],
  [
    'a rejection',
    { kind: 'declined', request: 'pause', lastDay: '2026-05-31', reason: '満員のため' },
    ['お受けすることができませんでした', '5月1日(金)〜5月31日(日)', '理由：満員のため'],
  ],
  [
    'an approved pause without an end',
    { kind: 'paused', request: 'pause', planName: null, reason: '' },
    ['お申し込みいただいた休会を承り', '休会期間：5月1日(金)から（再開のお手続きまで）'],
  ],
  [
    'an end by the member in another year',
    { kind: 'ended', by: 'member', fromDay: null, lastDay: '2027-01-31', planName: null },
    ['退会の手続きが完了しました。', '最終日：2027年1月31日(日)'],
  ],
  ['a payment', { kind: 'payment_noted', fromDay: null, planName: null }, ['ご入金を確認しました']],
];

test.each(mailed)('writes the mail of %s', (_what, changes, parts) => {
  const { subject, text } = writeMembershipMail({ ...step, ...changes }, publicUrl);
  for (const part of parts) expect(text).toContain(part);
  expect(subject).toMatch(/^【TANREN】.+/);
  // Phones offer six to eight digits in a row as a code.
  expect(text.replace('0312345678', '')).not.toMatch(/(?<!\d)\d{6,8}(?!\d)/);
});
