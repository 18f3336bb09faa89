import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCycles, readImports } from './lib/import-graph.mjs';
import { toolCommand } from './lib/npm.mjs';
import { inProject } from './lib/project.mjs';

/** @typedef {{code: string, filename: string, help?: string, labels: {span: {line: number}}[]}} Finding */

const ZONE_RULES = [
  'eslint(no-restricted-imports)',
  'import(no-relative-parent-imports)',
  'import(no-nodejs-modules)',
];

/**
 * Contains the import table of docs/architecture.md as examples: for a file, the imports that the
 * linter must reject, as words. Allowed imports need no examples, because the linter checks the
 * whole project, which contains them.
 *
 * @type {Record<string, string>}
 */
const importTable = {
  'packages/domain/src/booking/a.ts':
    'node:fs typebox @tanren/contract/a ../c.ts ./../c.ts fast-check',
  'packages/domain/src/booking/a.test.ts': 'typebox @tanren/contract/a ../c.ts',
  'packages/contract/src/booking/a.ts': 'node:fs fastify @tanren/user-pool/a @tanren/api/a ../c.ts',
  'packages/user-pool/src/users/a.ts':
    '#user-pool.ts #account/sign-up.ts @tanren/contract/a @tanren/api/a aws-amplify react ../c.ts',
  'packages/user-pool/src/pool/a.ts': '#users/account.ts #user-pool.ts #sign-in/next-step.ts',
  'packages/user-pool/src/account/a.ts': '#sign-in/next-step.ts #operations.ts react',
  'packages/user-pool/src/users/a.test.ts': '@tanren/api/a ../c.ts',
  'packages/demo/src/booking/a.ts':
    'node:fs @tanren/contract/a @tanren/simulator/a @tanren/api/a ../c.ts',
  'packages/simulator/src/a.ts': 'aedes uqr @tanren/demo/a @tanren/machine/a @tanren/api/a ../c.ts',
  'packages/simulator/src/a.test.ts': '@tanren/api/a @tanren/machine/a ../c.ts',
  'apps/api/src/demo/a.ts': '#product/a.ts #app.ts #test/support/a.ts @tanren/machine/a ../c.ts',
  'apps/api/src/main.ts': '../c.ts',
  'apps/api/src/app.ts': '#main.ts ./main.ts #test/support/a.ts @tanren/demo/a ../c.ts',
  'apps/api/src/product/a.ts': '#app.ts #main.ts #test/support/a.ts @tanren/web/a ../c.ts',
  'apps/api/src/composition/a.ts':
    '#product/a.ts #app.ts #main.ts #test/support/a.ts @tanren/web/a ../c.ts',
  'apps/api/src/modules/gyms/a.service.ts': `
    #modules/members/a.store.ts #modules/members/a.routes.ts #modules/booking/a.service.ts
    #composition/a.ts #app.ts #main.ts #config/config.ts #http/a.ts #embedded/postgres/postgres.ts
    #test/support/a.ts @tanren/user-pool/a ../b/b.store.ts`,
  'apps/api/src/modules/gyms/a.service.test.ts': '#main.ts ../b/b.store.ts',
  'apps/api/test/a.test.ts': '#main.ts ../src/config.ts',
  'apps/api/src/db/a.ts': `
    #composition/a.ts #product/a.ts #modules/a/a.store.ts #app.ts #main.ts #test/support/a.ts
    @tanren/web/a`,
  'apps/api/src/http/a.ts': `
    #modules/members/a.store.ts #modules/booking/a.service.ts #composition/a.ts #product/a.ts
    #app.ts #main.ts #test/support/a.ts`,
  'apps/web/src/features/gyms/a-screen.tsx': `
    #features/booking/b-screen.tsx #routes/a.tsx #main.tsx @tanren/user-pool/a node:fs
    ../b/b-screen.tsx`,
  'apps/web/src/entities/a/a.queries.ts':
    '#features/a/a.tsx #routes/a.tsx #shell/a.tsx #main.tsx node:fs',
  'apps/web/test/a/a.test.tsx': '#main.tsx node:fs @tanren/api/a @tanren/user-pool/a',
  'apps/web/src/routes/a.tsx': '#main.tsx #routes/b.tsx node:fs @tanren/api/a ../c.ts',
  'apps/web/src/shell/a.tsx': '#routes/a.tsx #main.tsx node:fs @tanren/api/a',
  'apps/web/src/ui/a.tsx':
    '#lib/api.ts #features/a/a.ts @tanren/domain/a @tanren/contract/a node:fs',
  'apps/web/src/lib/a.ts': '#features/a/a.ts #routes/a.tsx #main.tsx @tanren/api/a node:fs',
  'apps/web/src/service-worker/a.ts': '#features/a/a.ts #ui/a.tsx #main.tsx @tanren/api/a node:fs',
  'apps/machine/src/a.ts': 'fastify aedes mqtt @tanren/user-pool/a @tanren/demo/a ../c.ts',
  'apps/machine/src/check/a.ts': 'fastify mqtt @tanren/user-pool/a @tanren/api/a ../c.ts',
  'apps/machine/src/a.test.ts': '@tanren/api/a @tanren/web/a #main.ts ./main.ts ../c.ts',
  'scripts/a.mjs': 'vite @tanren/domain/a ../c.mjs',
};

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tanren-lint-'));
  const config = readFileSync(inProject('.oxlintrc.json'), 'utf8');
  // Zones need no types, and the test's files exist only here.
  writeFileSync(
    join(folder, '.oxlintrc.json'),
    config.replace(/"(typeAware|typeCheck)": true/g, '"$1": false'),
  );
  for (const part of ['apps/api', 'apps/web', 'packages/domain', 'packages/contract']) {
    mkdirSync(join(folder, part), { recursive: true });
    cpSync(inProject(part, 'package.json'), join(folder, part, 'package.json'));
  }
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('import table', () => {
  test('each zone rejects forbidden imports of every spelling, and says what to do', async () => {
    const table = Object.entries(importTable).map(
      ([path, words]) => /** @type {const} */ ([path, words.trim().split(/\s+/)]),
    );
    for (const [path, forbidden] of table) {
      writeSource(path, forbidden.flatMap(spellFor(path)));
    }
    const findings = await lint(...ZONE_RULES);
    // The other two rules have their own texts.
    const texts = findings.flatMap(({ code, help }) => (code === ZONE_RULES[0] ? [help] : []));
    expect(texts.filter((text = '') => !/\b(?:Move|Pass|Use|Start|Load) /.test(text))).toEqual([]);
    for (const [path, forbidden] of table) {
      const lines = findings
        .filter(({ filename }) => filename === path)
        .map(({ labels }) => labels[0]?.span.line);
      const sources = forbidden.flatMap(spellFor(path));
      const accepted = sources.filter((_source, index) => !lines.includes(index + 1));
      expect({ path, accepted }).toEqual({ path, accepted: [] });
    }
  });
});

describe('import cycles', () => {
  test('are found by the linter through # imports', async () => {
    writeSource('apps/web/src/lib/a.ts', [`export { b } from '#ui/b.ts';`]);
    writeSource('apps/web/src/ui/b.ts', [`import '#lib/a.ts';`, `export const b = 1;`]);
    expect(await lint('import(no-cycle)')).not.toEqual([]);
  });

  test('are found through import(), types and a third file, with the way round', () => {
    const [a, b, c] = ['apps/web/src/lib/a.ts', 'apps/web/src/ui/b.ts', 'apps/web/src/ui/c.ts'];
    writeSource(a, [`export const load = () => import('#ui/b.ts');`]);
    writeSource(b, [`import type { C } from './c.ts';`, `export type B = C;`]);
    writeSource(c, [`import { load } from '#lib/a.ts';`, `export type C = typeof load;`]);
    expect(findCycles(readImports([a, b, c], folder))).toEqual([`${a} → ${b} → ${c} → ${a}`]);
    writeSource(c, [`export type C = 1;`]);
    expect(findCycles(readImports([a, b, c], folder))).toEqual([]);
  });

  test('are found through types alone', async () => {
    writeSource('apps/api/src/db/a.ts', [`import type { B } from './b.ts';`, `export type A = B;`]);
    writeSource('apps/api/src/db/b.ts', [
      `import type { A } from './a.ts';`,
      `export interface B { a: A }`,
    ]);
    expect(await lint('import(no-cycle)')).not.toEqual([]);
  });
});

test('only config.ts reads the environment', async () => {
  const source = ['export const port = process.env.PORT;'];
  writeSource('apps/api/src/modules/gyms/a.service.ts', source);
  writeSource('apps/api/src/db/a.ts', source);
  writeSource('packages/user-pool/src/a.ts', source);
  writeSource('apps/api/src/config/config.ts', source);
  const files = (await lint('node(no-process-env)')).map(({ filename }) => filename);
  expect(files.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'apps/api/src/db/a.ts',
    'apps/api/src/modules/gyms/a.service.ts',
    'packages/user-pool/src/a.ts',
  ]);
});

test('AsyncLocalStorage carries the request id, the deadline and the span, and nothing else', () => {
  const folders = ['apps/api/src', 'packages'];
  const files = folders.flatMap((part) =>
    readdirSync(inProject(part), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
      .map((file) => `${part}/${file}`),
  );
  const users = files.filter((file) => /async_hooks/.test(readFileSync(inProject(file), 'utf8')));
  expect(users).toEqual(['apps/api/src/http/log/request-context.ts']);
});

/**
 * @param {string} path
 * @returns {(specifier: string, index: number) => string[]} all kinds of import statements
 */
function spellFor(path) {
  return (specifier, index) => [
    `import * as a${index} from '${specifier}';`,
    `export { a as b${index} } from '${specifier}';`,
    `export const c${index} = import('${specifier}');`,
    ...(path.endsWith('.mjs') ? [] : [`import type { A as A${index} } from '${specifier}';`]),
  ];
}

/**
 * @param {string} path
 * @param {readonly string[]} lines
 */
function writeSource(path, lines) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
}

/**
 * @param {...string} rules
 * @returns {Promise<Finding[]>}
 */
async function lint(...rules) {
  const [command, args] = toolCommand('oxlint', ['--format', 'json', '--threads', '1']);
  /** @type {string} */
  const output = await new Promise((resolve) => {
    execFile(command, args, { cwd: folder }, (_error, stdout) => {
      resolve(stdout);
    });
  });
  const report = /** @type {{diagnostics: Finding[]}} */ (JSON.parse(output));
  return report.diagnostics.filter(({ code }) => rules.includes(code));
}
