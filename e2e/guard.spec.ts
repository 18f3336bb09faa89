import { expect, type Page, test } from '@playwright/test';
import { waitForApp } from './support/navigation.ts';
import { profileOf, type SessionState, signInAs } from './support/session.ts';

function profile(isProfileCompleted: boolean, agreedVersion: number): SessionState {
  return { userInfo: profileOf(isProfileCompleted, agreedVersion) };
}

async function expectLed(page: Page, path: string, to: string): Promise<void> {
  await page.goto(path);
  // A prerendered page is in sight before the guard has looked at it.
  await waitForApp(page);
  await expect(page, path).toHaveURL(to);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page, path).toHaveURL(to);
}

for (const group of ['trainer', 'staff'] as const) {
  test(`a member who opens /${group} gets the 404 page`, async ({ page }) => {
    await signInAs(page, { ...profile(true, 3), groups: ['member'] });
    await page.goto(`/${group}`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found | TANREN');
  });
}

test('next never leads out of the app', async ({ page, baseURL }) => {
  await signInAs(page, profile(true, 3));
  const attacks = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '%2f%2fevil.example',
    '/%2fevil.example',
    'javascript:alert(document.domain)',
    'https://evil.example/',
    '/\t/evil.example',
    '/\n/evil.example',
    '\u0000//evil.example',
    'data:text/html,x',
  ];
  const left: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && !request.url().startsWith(`${baseURL}/`))
      left.push(request.url());
  });
  for (const attack of attacks) {
    await expectLed(page, `/confirm-agreement?next=${encodeURIComponent(attack)}`, '/');
  }
  // Sent by the guard's own redirects, it is an ordinary path.
  await expectLed(page, '/confirm-agreement?next=%2Fworkouts%2F3', '/workouts/3');
  expect(left).toEqual([]);
});

test('the back button returns past the pages a guard skipped', async ({ page }) => {
  await page.goto('/terms');
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.goBack();
  await expect(page).toHaveURL('/terms');
});

test('calls carry the id token as bearer', async ({ page }) => {
  await signInAs(page, profile(true, 3));
  const sent = page.waitForRequest('**/api/userinfo');
  await page.goto('/');
  const headers = (await sent).headers();
  expect(headers['authorization']).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  expect(headers['x-xsrf-token']).toMatch(/^[\w-]{43}$/);
});
