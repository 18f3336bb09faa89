import { expect, type Page, test } from '@playwright/test';
import { checkAccessibility } from './support/accessibility.ts';
import { collectConsoleErrors } from './support/console.ts';
import { followInside, waitForApp } from './support/navigation.ts';

const documents = ['/terms', '/privacy-policy', '/tutorial'];
const desktop = { width: 1280, height: 800 };

/** How far below the upper edge an anchor's target stands. */
async function readOffset(page: Page, id: string): Promise<number> {
  return page.evaluate(
    (target) => document.getElementById(target)?.getBoundingClientRect().top ?? Number.NaN,
    id,
  );
}

async function expectAtTop(page: Page, id: string): Promise<void> {
  await expect.poll(async () => Math.abs((await readOffset(page, id)) - 24)).toBeLessThan(4);
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the terms are complete, with version and date', async ({ page }) => {
    await page.goto('/terms');
    await expect(page.getByText('第3版', { exact: true })).toBeVisible();
    await expect(page.getByText('2024年12月03日(火)')).toBeVisible();
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings.length).toBeGreaterThan(20);
    for (const [index, heading] of headings.entries()) {
      expect(heading).toMatch(new RegExp(`^第${index + 1}条（.+）$`));
    }
    await expect(page.locator('article')).not.toContainText(/準備中|\]\(|\[#/);
  });

  test('the privacy policy says what is kept, for how long and how to be rid of it', async ({
    page,
  }) => {
    await page.goto('/privacy-policy');
    for (const name of [/収集する情報/, /ランキング/, /トレーナー/, /保存期間/, /削除/, /窓口/]) {
      await expect(page.getByRole('heading', { level: 2, name }).first()).toBeVisible();
    }
    await expect(page.locator('article')).not.toContainText(/準備中|\]\(|\[#/);
  });

  test('the guide shows eleven steps with a described picture each', async ({ page }) => {
    await page.goto('/tutorial');
    const steps = page.locator('section').filter({ has: page.locator('figure') });
    await expect(steps).toHaveCount(11);
    for (const step of await steps.all()) {
      await expect(step.locator('svg')).toBeVisible();
      expect((await step.locator('figcaption').textContent())?.length).toBeGreaterThan(20);
    }
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    expect(headings.slice(0, 11).map((heading) => heading.replace(/\D+(\d+).*/, '$1'))).toEqual(
      Array.from({ length: 11 }, (_, index) => `${index + 1}`),
    );
  });

  test('the pages are styled before any script runs', async ({ page }) => {
    for (const path of documents) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-size', '28px');
      await expect(page.getByRole('heading', { level: 2 }).first()).toHaveCSS('font-size', '20px');
    }
  });

  test('the contents unfold and lead to their section', async ({ page }) => {
    await page.goto('/terms');
    const contents = page.getByRole('navigation', { name: '目次' });
    await expect(contents).toBeHidden();
    await page.getByText('目次', { exact: true }).first().click();
    await contents.getByRole('link', { name: /退会とデータの削除/ }).click();
    await expect(page).toHaveURL('/terms#withdrawal');
    await expect(page.getByRole('heading', { name: /退会とデータの削除/ })).toBeInViewport();
  });
});

for (const path of documents) {
  test(`${path}: every anchor and every link leads somewhere`, async ({ page, request }) => {
    await page.goto(path);
    const hrefs = await page
      .locator('article a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    expect(hrefs.length).toBeGreaterThan(10);
    for (const href of new Set(hrefs)) {
      const { pathname, hash } = new URL(href);
      const answer = await request.get(pathname);
      expect(answer.status(), href).toBe(200);
      if (hash) expect(await answer.text(), href).toContain(` id="${hash.slice(1)}"`);
    }
    const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)]);
  });

  test(`${path}: accessible with the contents unfolded, and nowhere wider than the screen`, async ({
    page,
  }) => {
    const errors = collectConsoleErrors(page);
    await page.goto(path);
    await waitForApp(page);
    await page.locator('summary').click();
    for (const viewport of [{ width: 320, height: 640 }, { width: 390, height: 844 }, desktop]) {
      await page.setViewportSize(viewport);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
      expect(await checkAccessibility(page)).toEqual([]);
    }
    expect(errors).toEqual([]);
  });
}

test('lines are at most 40 characters long, beside their contents', async ({ page }) => {
  await page.setViewportSize(desktop);
  await page.goto('/terms');
  const contents = page.getByRole('navigation', { name: '目次' });
  await expect(contents).toBeInViewport();
  const widths = await page
    .locator('section p, section li')
    .evaluateAll((elements) => elements.map((element) => element.clientWidth));
  expect(Math.max(...widths)).toBeLessThanOrEqual(40 * 16);
  await contents.getByRole('link', { name: /準拠法/ }).click();
  await expect(page.getByRole('heading', { name: /準拠法/ })).toBeInViewport();
  await expect(contents).toBeInViewport();
});

test('an anchor works in the address, inside the app, and back and forward', async ({ page }) => {
  await page.goto('/privacy-policy#retention');
  await waitForApp(page);
  await expectAtTop(page, 'retention');

  await followInside(page, '/terms');
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  await page.locator('#withdrawal').getByRole('link', { name: 'プライバシーポリシー' }).click();
  await expect(page).toHaveURL('/privacy-policy#retention');
  await expectAtTop(page, 'retention');

  await page
    .locator('#deletion-and-export')
    .getByRole('link', { name: '「12. 保存期間」' })
    .click();
  await page.locator('summary').click();
  await page.locator('details a[href="#contact"]').click();
  await expect(page.getByRole('heading', { name: /お問い合わせ窓口/ })).toBeInViewport();
  await page.goBack();
  await expect(page).toHaveURL('/privacy-policy#retention');
  await page.goForward();
  await expect(page).toHaveURL('/privacy-policy#contact');
  await expect(page.getByRole('heading', { name: /お問い合わせ窓口/ })).toBeInViewport();
});

test('inside the app the payload is enough, and only the guide loads its pictures', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (sent) => requested.push(new URL(sent.url()).pathname));
  await page.goto('/privacy-policy');
  await waitForApp(page);
  await page.getByRole('link', { name: '利用規約' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  expect(requested).toContain('/terms/_payload.json');
  expect(requested.filter((path) => /tutorial-screen/.test(path))).toEqual([]);
  await page.getByRole('link', { name: 'ご利用ガイド' }).click();
  await expect(page.locator('figure svg').first()).toBeVisible();
  expect(requested).toContain('/tutorial/_payload.json');
  expect(requested.some((path) => /tutorial-screen/.test(path))).toBe(true);
  expect(requested.filter((path) => /-document-/.test(path))).toEqual([]);
});

test('on paper the words are dark and the page has no bars', async ({ page }) => {
  await page.goto('/terms');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('article')).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(page.locator('header')).toBeHidden();
  await expect(page.locator('#contents')).toBeHidden();
});
