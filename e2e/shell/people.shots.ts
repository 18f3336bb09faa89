import { type Page, test } from '@playwright/test';
import { type Account, putTokens, signInElsewhere } from '#support/identity/accounts.ts';
import { type EmbeddedServer, withMails } from '#support/server/embedded-server.ts';
import { callApi, createReadyMember } from '#support/members/members.ts';
import { waitForApp } from '#support/browser/navigation.ts';
import { type RunningServer, startServer } from '#support/server/server.ts';
import { createShots, peopleSizes } from '#support/browser/shots.ts';

// All tests share one server, because creating the demo world takes a while.
test.describe.configure({ mode: 'default', timeout: 900_000 });

const demo = (name: string, url: string): Account => ({
  email: `${name}@tanren.example`,
  password: 'mainichi10kai',
  url,
});

/** Fetches a list and returns this field of its first item. */
type FirstOf = (path: string, name: string) => Promise<string>;

const memberPages = [
  '/',
  '/workouts',
  '/rejected-workouts',
  '/training-status',
  '/training-history/1',
  '/workout-ranking/1/tfo',
  '/workout-ranking/1/max',
  '/my-training-sessions',
  '/favorite-training-sessions',
  '/search-training-sessions',
  '/training-sessions/new',
  '/my-trainer',
  '/tanren-link',
  '/tanren-link?code=C12-ABCD-EFGH-JKLM',
  '/informations',
  '/reservations',
  '/reservations?view=mine',
  '/gyms/1',
  '/gyms/1/join',
  '/gyms/2',
  '/settings',
  '/settings/change-password',
  '/settings/contact',
  '/settings/devices',
  '/settings/email',
  '/settings/membership',
  '/settings/notifications',
  '/settings/totp',
  '/settings/trainer-connect',
  '/settings/unsent',
  '/settings/userinfo',
  '/tutorial',
  '/terms',
  '/privacy-policy',
  '/unsubscribe',
  '/no-such-page',
];

const staffPages = [
  '/staff',
  '/staff/board',
  '/staff/gyms',
  '/staff/gyms/new',
  '/staff/gyms/1',
  '/staff/gyms/1?tab=hours',
  '/staff/gyms/1?tab=plans',
  '/staff/informations',
  '/staff/informations/new',
  '/staff/informations/1',
  '/staff/machines',
  '/staff/machines/new',
  '/staff/machines/1',
  '/staff/machines/1/label',
  '/staff/members',
  '/staff/memberships',
  '/staff/memberships/1',
  '/staff/rejected-messages',
  '/staff/session-reports',
  '/staff/workout-corrections',
  '/staff/audit-log',
  '/settings',
];

interface Person {
  readonly account: (server: EmbeddedServer) => Account | Promise<Account>;
  readonly pages: (firstOf: FirstOf) => readonly string[] | Promise<readonly string[]>;
}

/** Every route, as each kind of user sees it. */
const people: Readonly<Record<string, Person>> = {
  demo: {
    account: ({ url }) => demo('demo', url),
    pages: async (firstOf) => {
      const workout = await firstOf('/workouts', 'id');
      const session = await firstOf('/my/training-sessions', 'trainingSessionId');
      const others = await firstOf('/training-sessions', 'trainingSessionId');
      return [
        ...memberPages,
        `/workouts/${workout}`,
        `/workouts/${workout}/correction`,
        `/visits/${await firstOf('/visits', 'date')}`,
        `/informations/${await firstOf('/informations', 'id')}`,
        `/training-sessions/${session}`,
        `/training-sessions/${session}/edit`,
        `/training-sessions/${others}`,
        `/reservations/${await firstOf('/training-reservations/my', 'id')}`,
      ].filter((address) => !address.includes('/undefined'));
    },
  },
  empty: { account: createReadyMember, pages: () => memberPages },
  trainer: {
    account: ({ url }) => demo('trainer', url),
    pages: async (firstOf) => {
      const member = `/trainer/members/${await firstOf('/trainer/members', 'memberId')}`;
      const workout = await firstOf(`${member}/workouts`, 'id');
      return [
        '/trainer',
        member,
        `${member}?view=loads`,
        `${member}?view=history`,
        `${member}?view=sessions`,
        `${member}/training-history/1`,
        `${member}/workouts/${workout}`,
        `${member}/training-sessions/new`,
        '/settings',
        '/',
      ];
    },
  },
  staff: {
    account: ({ url }) => demo('staff', url),
    pages: async (firstOf) => {
      const member = await firstOf('/staff/members?query=demo%40tanren.example', 'member');
      return [...staffPages, `/staff/members/${member}`];
    },
  },
};

const visitorPages = ['/login', '/register', '/forgot-password', '/register/userinfo'];

let server: RunningServer;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = await startServer({
    SEED: 'demo',
    DEMO_TRAFFIC: 'yes',
    // No real user opens a page every second.
    RATE_LIMIT_MEMBER: '5000',
    RATE_LIMIT_ADDRESS: '20000',
  });
});

test.afterAll(async () => {
  await server.stop();
});

async function shootPages(
  page: Page,
  shoot: ReturnType<typeof createShots>,
  addresses: readonly string[],
): Promise<void> {
  for (const address of addresses) {
    await page.goto(new URL(address, server.url).href);
    await waitForApp(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .locator('[data-skeleton]')
      .first()
      .waitFor({ state: 'detached', timeout: 5_000 })
      .catch(() => undefined);
    await shoot(page, address === '/' ? 'home' : address.slice(1).replaceAll(/[/?=@&]/g, '_'));
  }
}

for (const [size, viewport] of Object.entries(peopleSizes)) {
  test.describe(size, () => {
    test.use({ viewport });

    test(`a visitor (${size})`, async ({ page }) => {
      await shootPages(
        page,
        createShots({ prefix: 'people-visitor', size, viewport }),
        visitorPages,
      );
    });

    for (const [name, person] of Object.entries(people)) {
      test(`${name} (${size})`, async ({ page }) => {
        const embedded = withMails(server);
        const account = await person.account(embedded);
        const firstOf: FirstOf = async (path, key) => {
          const { json } = await callApi(embedded, account, 'GET', path);
          const list = (json['items'] ?? json) as Record<string, unknown>[];
          return String(list[0]?.[key]);
        };
        await putTokens(page, await signInElsewhere(account));
        const shoot = createShots({ prefix: `people-${name}`, size, viewport });
        await shootPages(page, shoot, await person.pages(firstOf));
      });
    }
  });
}
