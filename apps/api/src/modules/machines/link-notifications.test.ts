import {
  type CommandMessage,
  machineTopic,
  type MemberLiveMessage,
  memberLiveTopic,
} from '@tanren/contract/machines/machine-messages';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import type { MessageBus } from '#mqtt/message-bus.ts';
import { silentLog } from '#test/support/app.ts';
import { openTestBus } from '#test/support/broker.ts';
import { openPoolWorld, password } from '#test/support/identity/pool-world.ts';
import { addMachine, showLinkCode } from '#test/support/machines/machines.ts';
import { addLink } from '#test/support/workouts/workouts.ts';
import {
  createLinkNotifications,
  type DueItem,
  endLinksOfSignedOut,
} from './link-notifications.ts';
import { endMemberLink, findMemberLink } from './tanren-connection.store.ts';

const { bus, listen } = await openTestBus();
const world = await openPoolWorld({ bus });
const { db, mails, call, callPool, signIn, addAccount } = world;
const now = new Date('2026-04-01T03:00:00Z');
const item: DueItem = { sets: 1, reps: 10, loadHg: 400, restSeconds: 60 };

/** Creates notifications whose due items are the result of `read` at each call. */
function spread(read: () => Promise<readonly DueItem[]>, messageBus: MessageBus = bus) {
  const plans = { findSeat: async () => null, findLoads: async () => null, findDueItems: read };
  return createLinkNotifications({ db, bus: messageBus, plans, now: () => now, log: silentLog });
}

async function openLink() {
  const machine = await addMachine(db);
  const { sub } = await addLink(db, machine, { linkedAt: now });
  const current = await findMemberLink(db, sub);
  if (current === null) throw new Error('there is no link');
  const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
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
    ...bus,
    publish: async () => {
      throw new Error('the broker is away');
    },
  };
  const away = openDatabase('postgres://nobody@127.0.0.1:1/none');
  const offline = createLinkNotifications({
    db: away,
    bus,
    plans: {
      findSeat: async () => null,
      findLoads: async () => null,
      findDueItems: async () => [],
    },
    now: () => now,
    log: silentLog,
  });
  await expect(spread(async () => [item], broken).replanned(sub)).resolves.toBeUndefined();
  await expect(offline.replanned(sub)).resolves.toBeUndefined();
});

async function pool(target: string, payload: object): Promise<void> {
  expect([target, (await callPool(target, payload)).status]).toEqual([target, 200]);
}

type Tokens = Awaited<ReturnType<typeof signIn>>;

interface Linked {
  readonly connection: { readonly connectionId: string };
}

/** Creates a member who is signed in on a phone and a tablet, and linked by the phone. */
async function linkMember() {
  const { email, sub } = await addAccount();
  const [phone, tablet] = [await signIn(email), await signIn(email)];
  const machine = await addMachine(db);
  const commands = await listen<CommandMessage>(machineTopic(machine.id, 'commands'));
  const received = await listen<MemberLiveMessage>(memberLiveTopic(sub));
  const code = showLinkCode(machine, world.now());
  const linked = await call<Linked>(phone.IdToken, 'POST', '/tanren-connection', { code });
  expect(linked.status).toBe(201);
  await expect.poll(() => commands.map(({ type }) => type)).toEqual(['linked']);
  const { connectionId } = linked.body.connection;
  const unlinked = { type: 'unlinked', connectionId, reason: 'signed-out' };
  return { email, phone, tablet, commands, received, unlinked };
}

const revoke = async ({ RefreshToken }: Tokens) =>
  await pool('RevokeToken', { Token: RefreshToken });

test('ends a link when its member is signed in nowhere, and sends the reason to machine and page', async () => {
  const { phone, tablet, commands, received, unlinked } = await linkMember();
  await revoke(phone);
  const still = await call<Linked>(tablet.IdToken, 'GET', '/tanren-connection');
  expect(still.body.connection.connectionId).toBe(unlinked.connectionId);
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
  const plans = {
    findSeat: async () => null,
    findLoads: async () => null,
    findDueItems: async () => [],
  };
  const parts = { db: away, bus, plans, now: () => new Date(), log: silentLog };
  const end = endLinksOfSignedOut(parts, createLinkNotifications(parts));
  await expect(end('00000000-0000-4000-8000-000000000001')).resolves.toBeUndefined();
});
