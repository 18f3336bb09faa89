import {
  type CommandMessage,
  machineTopic,
  type MemberLiveMessage,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';
import { createConfirmedUser } from '@tanren/user-pool/administration';
import type { PlainMail } from '#mail/mail-words.ts';
import { testKeys } from '@tanren/user-pool/testing/test-keys';
import { expect, test } from 'vitest';
import { productModules } from '#app.ts';
import { openIdentity } from '#composition/identity.ts';
import { readConfig } from '#config/config.ts';
import { openDatabase } from '#db/database.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { bearer, shareTestApp, silentLog } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { createTestDatabase } from '#test/support/database.ts';
import { addMachine, showLinkCode } from '#test/support/machines/machines.ts';
import { addLink } from '#test/support/workouts/workouts.ts';
import {
  createLinkNotifications,
  type DueItem,
  endLinksOfSignedOut,
} from './link-notifications.ts';
import { endMemberLink, findMemberLink } from './tanren-connection.store.ts';

const { db } = await createTestDatabase();
const testBus = await openTestBus();
const now = new Date('2026-04-01T03:00:00Z');
const item: DueItem = { sets: 1, reps: 10, loadHg: 400, restSeconds: 60 };

/** Creates notifications whose due items are the result of `read` at each call. */
function spread(read: () => Promise<readonly DueItem[]>, bus: MessageBus = testBus.bus) {
  const plans = { findLoads: async () => null, findDueItems: read };
  return createLinkNotifications({ db, bus, plans, now: () => now, log: silentLog });
}

async function openLink() {
  const machine = await addMachine(db);
  const { sub } = await addLink(db, machine, { linkedAt: now });
  const current = await findMemberLink(db, sub);
  if (current === null) throw new Error('there is no link');
  const commands = await testBus.listen<CommandMessage>(machineTopic(machine.id, 'commands'));
  const countSentItems = () =>
    commands.map((command) => command.type === 'linked' && command.items.length);
  return { sub, current, countSentItems };
}

test('sends a run that starts while the machine is notified of its link after the link', async () => {
  const { current, countSentItems } = await openLink();
  const seen = [[], [item]];
  await spread(async () => seen.shift() ?? [item]).linked(current, []);
  await expect.poll(countSentItems).toEqual([0, 1]);
});

test('a link that changes all the time does not block the call', async () => {
  const { sub, countSentItems } = await openLink();
  let looks = 0;
  await spread(async () => Array.from({ length: (looks += 1) }, () => item)).replanned(sub);
  await expect.poll(countSentItems).toEqual([1, 2, 3]);
});

test('does not notify of a link that has ended in the meantime', async () => {
  const { sub, countSentItems, current } = await openLink();
  await spread(async () => {
    await endMemberLink(db, sub, 'member', now);
    return [item];
  }).linked(current, []);
  await spread(async () => [item]).replanned(sub);
  expect(countSentItems()).toEqual([]);
});

test('starting a run does not wait for a machine that cannot be reached', async () => {
  const { sub } = await openLink();
  const broken: MessageBus = {
    ...testBus.bus,
    publish: async () => {
      throw new Error('the broker is away');
    },
  };
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const offline = createLinkNotifications({
    db: away,
    bus: testBus.bus,
    plans: { findLoads: async () => null, findDueItems: async () => [] },
    now: () => now,
    log: silentLog,
  });
  await expect(spread(async () => [item], broken).replanned(sub)).resolves.toBeUndefined();
  await expect(offline.replanned(sub)).resolves.toBeUndefined();
});

const clock = () => new Date();
const config = {
  ...readConfig({ USER_POOL_PASSWORD_AUTH: 'on' }),
  userPoolKeys: testKeys,
};
const mails: PlainMail[] = [];
const mailer = { send: async (mail: PlainMail) => void mails.push(mail) };
const identity = await openIdentity(config, db, mailer, clock);
const { bus, listen } = await openTestBus();
const app = await shareTestApp({
  config,
  db,
  bus,
  now: clock,
  modules: productModules,
  ...identity,
});
const password = 'matsutake99';

async function pool(target: string, payload: object) {
  const response = await app.inject({
    method: 'POST',
    url: '/cognito/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${target}`,
    },
    payload: JSON.stringify({ ClientId: 'tanren-web', ...payload }),
  });
  expect([target, response.statusCode]).toEqual([target, 200]);
  return response.json<{ AuthenticationResult?: Record<string, string> }>();
}

async function signIn(email: string) {
  const { AuthenticationResult } = await pool('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const { IdToken = '', AccessToken = '', RefreshToken = '' } = AuthenticationResult ?? {};
  return { IdToken, AccessToken, RefreshToken };
}
type Tokens = Awaited<ReturnType<typeof signIn>>;

let members = 0;
/** Creates a member who is signed in on a phone and a tablet, and linked by the phone. */
async function linkMember() {
  members += 1;
  const email = `kinoko${members}@example.com`;
  if (identity.userPool === null) throw new Error('there is no pool');
  const sub = await createConfirmedUser(db, identity.userPool, { email, password });
  const [phone, tablet] = [await signIn(email), await signIn(email)];
  const machine = await addMachine(db);
  const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
  const received = await listen<MemberLiveMessage>(memberLiveTopic(sub));
  const linked = await app.inject({
    method: 'POST',
    url: '/api/tanren-connection',
    headers: bearer(phone.IdToken),
    payload: { code: showLinkCode(machine, clock()) },
  });
  expect(linked.statusCode).toBe(201);
  await expect.poll(() => commands.map(({ type }) => type)).toEqual(['linked']);
  const connectionId = linked.json<{ connection: { connectionId: string } }>().connection
    .connectionId;
  const unlinked = { type: 'unlinked', connectionId, reason: 'signed-out' };
  return { email, phone, tablet, commands, received, unlinked };
}

const revoke = async ({ RefreshToken }: Tokens) =>
  await pool('RevokeToken', { Token: RefreshToken });

test('ends a link when its member is signed in nowhere, and sends the reason to machine and page', async () => {
  const { phone, tablet, commands, received, unlinked } = await linkMember();
  await revoke(phone);
  const still = await app.inject({
    url: '/api/tanren-connection',
    headers: bearer(tablet.IdToken),
  });
  expect(still.json()).toMatchObject({ connection: { connectionId: unlinked.connectionId } });
  await revoke(tablet);
  await expect.poll(() => commands.at(-1)).toEqual(unlinked);
  await expect.poll(() => [...received]).toEqual([unlinked]);
});

test.each([
  [
    'signing out everywhere',
    async ({ AccessToken }: Tokens) => await pool('GlobalSignOut', { AccessToken }),
  ],
  [
    'a new password',
    async ({ AccessToken }: Tokens) =>
      await pool('ChangePassword', {
        AccessToken,
        PreviousPassword: password,
        ProposedPassword: 'hojicha2024',
      }),
  ],
  [
    'a reset of the password',
    async (_: Tokens, email: string) => {
      await pool('ForgotPassword', { Username: email });
      const readCode = () => {
        const mail = mails.findLast(({ to }) => to === email);
        return mail === undefined ? undefined : /：(\d{8})$/m.exec(mail.text)?.[1];
      };
      await expect.poll(readCode).toBeDefined();
      await pool('ConfirmForgotPassword', {
        Username: email,
        ConfirmationCode: readCode(),
        Password: 'hojicha2024',
      });
    },
  ],
])('%s ends the link', async (_, end) => {
  const { email, phone, commands, received, unlinked } = await linkMember();
  await end(phone, email);
  await expect.poll(() => commands.at(-1)).toEqual(unlinked);
  await expect.poll(() => [...received]).toEqual([unlinked]);
});

test('signing out succeeds although the link cannot be ended', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const plans = { findLoads: async () => null, findDueItems: async () => [] };
  const parts = { db: away, bus, plans, now: clock, log: silentLog };
  const end = endLinksOfSignedOut(parts, createLinkNotifications(parts));
  await expect(end('00000000-0000-4000-8000-000000000001')).resolves.toBeUndefined();
});
