import { type BrowserContext, chromium, type Page } from '@playwright/test';

const password = 'mainichi10kai';

/** Starts a browser that finds in its folder what it stored before, like after a restart. */
export async function startPhone(
  folder: string,
  { offline = false }: { readonly offline?: boolean } = {},
): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(folder, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
    viewport: { width: 390, height: 844 },
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    serviceWorkers: 'allow',
    offline,
  });
}

/** Signs in, and waits until the app reports that it works without a network. */
export async function signInAndStore(context: BrowserContext, origin: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${origin}/login`);
  await page.getByLabel('メールアドレス').fill('demo@tanren.example');
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/login');
  const isStored = () =>
    page.evaluate(async () => (await caches.match('/shown-build')) !== undefined);
  while (!(await isStored())) await page.waitForTimeout(100);
  return page;
}
