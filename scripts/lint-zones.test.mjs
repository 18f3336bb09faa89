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
import { importTable } from './import-table.mjs';
import { findCycles, readImports } from './lib/import-graph.mjs';
import { toolCommand } from './lib/npm.mjs';
import { inProject } from './lib/project.mjs';

/** @typedef {{code: string, filename: string, help?: string, labels: {span: {line: number}}[]}} Finding */

const ZONE_RULES = [
  'eslint(no-restricted-imports)',
  'import(no-relative-parent-imports)',
  'import(no-nodejs-modules)',
];

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
    for (const [path, forbidden] of Object.entries(importTable)) {
      writeSource(path, forbidden.flatMap(spellFor(path)));
    }
    const findings = await lint(...ZONE_RULES);
    // The other two rules have their own texts.
    const texts = findings.flatMap(({ code, help }) => (code === ZONE_RULES[0] ? [help] : []));
    expect(texts.filter((text = '') => !/\b(?:Move|Pass|Use|Start|Load) /.test(text))).toEqual([]);
    for (const [path, forbidden] of Object.entries(importTable)) {
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
