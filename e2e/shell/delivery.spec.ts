import { expect, test } from '@playwright/test';

test('HTML is never cached, hashed files are cached forever, and text is compressed', async ({
  page,
  request,
}) => {
  const files: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/')) files.push(pathname);
  });
  const answer = await page.goto('/login');
  expect(answer?.headers()['cache-control']).toBe('no-store');
  await page.waitForLoadState('networkidle');
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    const brotli = await request.get(file, { headers: { 'accept-encoding': 'br' } });
    expect(brotli.headers()['cache-control'], file).toBe('public, max-age=31536000, immutable');
    const length = Number(brotli.headers()['content-length']);
    if ((await brotli.body()).length >= 1024)
      expect(brotli.headers()['content-encoding'], file).toBe('br');
    expect(length, file).toBeGreaterThan(0);
    const etag = brotli.headers()['etag'] ?? '';
    const again = await request.get(file, {
      headers: { 'accept-encoding': 'br', 'if-none-match': etag },
    });
    expect(again.status(), file).toBe(304);
  }
});

test('the build manifest and the payloads belong to the build', async ({ request }) => {
  const latest = (await (await request.get('/builds/latest.json')).json()) as { id: string };
  const answer = await request.get(`/builds/meta/${latest.id}.json`);
  expect(answer.headers()['cache-control']).toContain('immutable');
  const manifest = (await answer.json()) as {
    id: string;
    prerendered: string[];
    redirects: unknown[];
  };
  expect(manifest.id).toBe(latest.id);
  expect(manifest.prerendered.toSorted()).toEqual([
    '/forgot-password',
    '/login',
    '/privacy-policy',
    '/register',
    '/terms',
    '/tutorial',
  ]);
  expect(manifest.redirects.length).toBeGreaterThan(0);
  for (const path of manifest.prerendered) {
    expect((await request.get(`${path}/_payload.json?${latest.id}`)).status(), path).toBe(200);
  }
});
