import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Picture {
  readonly src: string;
  readonly form_factor?: string;
}

interface AppManifest {
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly {
    readonly name: string;
    readonly short_name?: string;
    readonly url: string;
    readonly icons: readonly Picture[];
  }[];
}

const folder = new URL('../../../public/', import.meta.url);
const manifest = JSON.parse(
  readFileSync(new URL('manifest.webmanifest', folder), 'utf8'),
) as AppManifest;

test('every icon and screenshot of the manifest exists, for phones and desktops', () => {
  const { icons, screenshots, shortcuts } = manifest;
  const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((one) => one.icons)];
  const missing = pictures.filter(({ src }) => !existsSync(new URL(`.${src}`, folder)));
  expect(missing).toEqual([]);
  const forms = new Set(screenshots.map((one) => one.form_factor));
  expect(forms).toEqual(new Set(['narrow', 'wide']));
});

test('the shortcuts of the manifest open the machine, the reservations and the door', () => {
  const names = manifest.shortcuts.map(({ name, short_name: short }) => short ?? name);
  expect(names).toEqual(['接続', '予約', '入館コード']);
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([
    '/tanren-link',
    '/reservations',
    '/#door',
  ]);
});
