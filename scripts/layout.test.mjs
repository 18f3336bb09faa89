import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles } from './lib/project.mjs';

const areas = [
  'identity',
  'members',
  'gyms',
  'memberships',
  'booking',
  'machines',
  'workouts',
  'menus',
  'trainers',
  'staff',
];

/** Folders of areas, with the names that exist there beside the areas. */
const places = {
  'apps/web/src/features': [],
  'apps/web/src/entities': [],
  'apps/web/test': ['shell', 'ui', 'support', 'samples'],
  'apps/api/src/modules': [],
  'apps/api/src/db/schema': ['dues', 'server', 'workout-records'],
  'packages/contract/src': ['testing'],
  'packages/domain/src': ['testing'],
  e2e: ['shell', 'offline', 'support'],
};

const maxSources = 25;
/** Each page is a file in `routes`, and migrations are only added. */
const largeFolders = ['apps/web/src/routes', 'apps/api/src/db/migrations'];

const files = listFiles('ls-files');

describe('layout', () => {
  test.each(Object.entries(places))('%s has no other names than the areas', (place, others) => {
    const inside = files.filter((file) => file.startsWith(`${place}/`));
    const isFlat = place.endsWith('/schema');
    const names = inside
      .map((file) => file.slice(place.length + 1))
      .filter((rest) => isFlat || rest.includes('/'))
      .map((rest) => (isFlat ? rest.replace(/\..*/, '') : rest.replace(/\/.*/, '')));
    expect(names.length).toBeGreaterThan(0);
    expect([...new Set(names)].filter((name) => ![...areas, ...others].includes(name))).toEqual([]);
  });

  test('every area exists in the API, the web app and the contract', () => {
    const missing = areas.flatMap((area) =>
      ['apps/web/src/features', 'apps/api/src/modules', 'packages/contract/src']
        .map((place) => `${place}/${area}/`)
        .filter((folder) => !files.some((file) => file.startsWith(folder))),
    );
    expect(missing).toEqual([]);
  });

  test(`no folder has more than ${maxSources} source files`, () => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const file of files) {
      if (!/\.(?:tsx?|mjs|css)$/.test(file) || /\.(?:test|spec|long|shots|gen)\./.test(file)) {
        continue;
      }
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    }
    const large = [...counts].filter(
      ([folder, count]) => count > maxSources && !largeFolders.includes(folder),
    );
    expect(large).toEqual([]);
  });
});
