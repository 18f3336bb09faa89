import { type Page, test } from '@playwright/test';
import { putTokens, signInElsewhere, type Account } from '#support/identity/accounts.ts';
import { callApi, createReadyMember } from '#support/members/members.ts';
import { type FirstOf, type Person, type Screen, screens } from '#support/browser/screens.ts';
import { memberSizes, openPage, type Size, sizes, takeShot } from '#support/browser/shots.ts';
import { withMails } from '#support/server/embedded-server.ts';
import { type RunningServer, startServer } from '#support/server/server.ts';

// All tests share one server, because creating the demo world takes a while.
test.describe.configure({ mode: 'default', timeout: 900_000 });

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

async function findAccount(person: Person): Promise<Account | null> {
  if (person === 'visitor') return null;
  if (person === 'empty') return await createReadyMember(withMails(server));
  return { email: `${person}@tanren.example`, password: 'mainichi10kai', url: server.url };
}

function nameScreen(person: Person, address: string, state = ''): string {
  const path = address === '/' ? 'home' : address.slice(1).replaceAll(/[/?=@&]/g, '_');
  return ['people', person, path, state].filter((part) => part !== '').join('-');
}

async function takeScreen(page: Page, screen: Screen, address: string): Promise<void> {
  for (const [path, json] of Object.entries(screen.answers ?? {})) {
    await page.route(`**${path}`, (route) => route.fulfill({ json }));
  }
  await openPage(page, new URL(address, server.url).href);
  await screen.steps?.(page);
}

for (const [person, list] of Object.entries(screens) as [Person, readonly Screen[]][]) {
  const isMember = person === 'demo' || person === 'empty';
  const shown: readonly Size[] = isMember ? memberSizes : ['phone', 'tablet', 'desktop'];
  for (const size of shown) {
    test(`${person} (${size})`, async ({ context }) => {
      const account = await findAccount(person);
      const tokens = account && (await signInElsewhere(account));
      const firstOf: FirstOf = async (path, field) => {
        if (account === null) throw new Error('a visitor has no lists');
        const { json } = await callApi(withMails(server), account, 'GET', path);
        const items = (json['items'] ?? json) as Record<string, unknown>[];
        return String(items[0]?.[field]);
      };
      for (const screen of list) {
        const address = typeof screen.at === 'string' ? screen.at : await screen.at(firstOf);
        await test.step(nameScreen(person, address, screen.state), async () => {
          const page = await context.newPage();
          await page.setViewportSize(sizes[size]);
          if (tokens) await putTokens(page, tokens);
          await takeScreen(page, screen, address);
          await takeShot(page, nameScreen(person, address, screen.state), size);
          await page.close();
        });
      }
    });
  }
}
