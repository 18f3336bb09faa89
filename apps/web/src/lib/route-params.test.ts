import { readdirSync } from 'node:fs';
import { fitsRouteParam } from '@tanren/domain/route-paths';
import { expect, test } from 'vitest';

test('the server can judge every parameter of an address', () => {
  const files = readdirSync(new URL('../routes/', import.meta.url));
  const names = files.flatMap((file) =>
    [...file.matchAll(/\$(\w+)/g)].map(([, name = '']) => name),
  );
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => fitsRouteParam(name, '1') === null)).toEqual([]);
});
