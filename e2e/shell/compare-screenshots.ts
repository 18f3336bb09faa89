import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const before = path.resolve(process.env['BEFORE'] ?? '');
const after = path.join(import.meta.dirname, '..', '..', '.screenshots');
const listPictures = (folder: string) =>
  readdirSync(folder).filter((name) => name.endsWith('.png'));

for (const name of new Set([...listPictures(before), ...listPictures(after)])) {
  test(name, async () => {
    const picture = await readFile(path.join(after, name));
    // A name in an array is used as it is. Playwright changes dots and underscores in a plain one.
    expect(picture).toMatchSnapshot([name], { threshold: 0, maxDiffPixels: 0 });
  });
}
