import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Measurement } from './measurement.ts';

const dist = fileURLToPath(new URL('../apps/web/dist', import.meta.url));
const budgetKb = 190;

/** JavaScript and CSS that the HTML of /login names; the browser test counts what follows, too. */
export async function measure(): Promise<readonly Measurement[]> {
  const html = await readFile(`${dist}/pages/login.html`, 'utf8');
  const files = new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
  let bytes = 0;
  for (const file of files) {
    bytes += gzipSync(await readFile(`${dist}/client${file}`), { level: 9 }).length;
  }
  return [
    { name: '/login, named in its HTML, gzip', value: bytes / 1000, limit: budgetKb, unit: 'kB' },
  ];
}
