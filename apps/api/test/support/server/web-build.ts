import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, onTestFinished } from 'vitest';

const html = (name: string) =>
  `<!doctype html><html lang="ja"><head><meta name="client-config" content="__CLIENT_CONFIG__">` +
  `<style nonce="__CSP_NONCE__">body{margin:0}</style></head>` +
  `<body nonce="__CSP_NONCE__">${name}</body></html>`;

/** Creates a minimal web build in a folder that is deleted after the test. */
export async function makeWebBuild(
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'web-build-'));
  atEnd(() => rm(root, { recursive: true, force: true }));
  await writeWebBuild(root, 'first');
  return root;
}

/** Makes a build for all tests of a file, which must not change it. */
export const shareWebBuild = async () => await makeWebBuild(afterAll);

export async function writeWebBuild(root: string, id: string): Promise<void> {
  await rm(path.join(root, 'client'), { recursive: true, force: true });
  for (const folder of ['client/assets', 'client/terms', 'pages']) {
    await mkdir(path.join(root, folder), { recursive: true });
  }
  const script = `console.log(${JSON.stringify(id)});\n`.repeat(50);
  const files: Record<string, string | Buffer> = {
    [`client/assets/app-${id}.js`]: script,
    [`client/assets/app-${id}.js.br`]: brotliCompressSync(script),
    [`client/assets/app-${id}.js.gz`]: gzipSync(script),
    'client/manifest.webmanifest': '{"name":"TANREN"}',
    'client/terms/_payload.json': '{"terms":3}',
    'pages/index.html': html(`shell ${id}`),
    'pages/member-frame.html': html(`frame ${id}`),
    'pages/work-frame.html': html(`frame of work ${id}`),
    'pages/login.html': html(`login ${id}`),
    'pages/terms.html': html(`terms ${id}`),
    'build.json': JSON.stringify({
      id,
      timestamp: 1_700_000_000_000,
      prerendered: ['/login', '/terms'],
      routes: [
        '/',
        '/login',
        '/terms',
        '/workouts',
        '/workouts/$workoutId',
        '/staff',
        '/users/$',
      ].map((route) => ({
        path: route,
        links: `<link rel="modulepreload" href="/assets${route}-${id}.js">`,
        frame: frameOf(route),
      })),
    }),
  };
  for (const [file, content] of Object.entries(files)) {
    await writeFile(path.join(root, file), content);
  }
}

function frameOf(route: string): 'member' | 'work' | null {
  if (route === '/staff') return 'work';
  return route === '/' || route.startsWith('/workouts') ? 'member' : null;
}
