/**
 * Contains the import table of docs/architecture.md as examples: for a file, the imports that are
 * allowed and those that the linter must reject.
 *
 * @type {Record<string, {may: string[], mustNot: string[]}>}
 */
export const importTable = {
  'packages/domain/src/booking/a.ts': {
    may: ['./b.ts', '#gyms/gym-hours.ts', '#text.ts'],
    mustNot: ['node:fs', 'typebox', '@tanren/contract/a', '../c.ts', './../c.ts', 'fast-check'],
  },
  'packages/domain/src/booking/a.test.ts': {
    may: ['./a.ts', '#gyms/gym-hours.ts', 'vitest', 'fast-check', 'node:fs'],
    mustNot: ['typebox', '@tanren/contract/a', '../c.ts'],
  },
  'packages/contract/src/booking/a.ts': {
    may: ['./b.ts', '#endpoint.ts', '@tanren/domain/a', 'typebox', 'typebox/value'],
    mustNot: ['node:fs', 'fastify', '@tanren/user-pool/a', '@tanren/api/a', '../c.ts'],
  },
  'packages/user-pool/src/users/a.ts': {
    may: [
      './b.ts',
      '#schema/users.ts',
      '#limits.ts',
      '#throttle/guesses.ts',
      '@tanren/domain/password',
      'fastify',
      '@fastify/rate-limit',
      'jose',
      'drizzle-orm',
      'drizzle-orm/node-postgres',
      'pg',
      'typebox',
      'node:crypto',
      'node:fs/promises',
    ],
    mustNot: [
      '#user-pool.ts',
      '#account/sign-up.ts',
      '@tanren/contract/a',
      '@tanren/api/a',
      'aws-amplify',
      'react',
      '../c.ts',
    ],
  },
  'packages/user-pool/src/pool/a.ts': {
    may: ['./b.ts', '#schema/users.ts', '#pool-error.ts', 'typebox'],
    mustNot: ['#users/account.ts', '#user-pool.ts', '#sign-in/next-step.ts'],
  },
  'packages/user-pool/src/account/a.ts': {
    may: ['./b.ts', '#tokens/devices.ts', '#pool/operation.ts'],
    mustNot: ['#sign-in/next-step.ts', '#operations.ts', 'react'],
  },
  'packages/user-pool/src/users/a.test.ts': {
    may: ['aws-amplify', 'aws-amplify/auth', 'vitest', '#testing/pool.ts', 'node:crypto'],
    mustNot: ['@tanren/api/a', '../c.ts'],
  },
  'packages/demo/src/booking/a.ts': {
    may: ['./b.ts', './names.json', '#random.ts', '#menus/menu-rows.ts', '@tanren/domain/a'],
    mustNot: ['node:fs', '@tanren/contract/a', '@tanren/simulator/a', '@tanren/api/a', '../c.ts'],
  },
  'packages/simulator/src/a.ts': {
    may: ['./b.ts', '#bout.ts', '@tanren/domain/a', '@tanren/contract/a', 'mqtt', 'node:crypto'],
    mustNot: ['aedes', 'uqr', '@tanren/demo/a', '@tanren/machine/a', '@tanren/api/a', '../c.ts'],
  },
  'packages/simulator/src/a.test.ts': {
    may: ['./a.ts', 'vitest', 'aedes', 'fast-check', 'node:net'],
    mustNot: ['@tanren/api/a', '@tanren/machine/a', '../c.ts'],
  },
  'apps/api/src/demo/a.ts': {
    may: ['./b.ts', '#modules/a/a.service.ts', '@tanren/demo/a', '@tanren/simulator/a'],
    mustNot: ['#product/a.ts', '#app.ts', '#test/support/a.ts', '@tanren/machine/a', '../c.ts'],
  },
  'apps/api/src/main.ts': { may: ['./app.ts', './db/database.ts'], mustNot: ['../c.ts'] },
  'apps/api/src/app.ts': {
    may: [
      '#product/a.ts',
      '#composition/a.ts',
      '#modules/a/a.routes.ts',
      './modules/a/a.routes.ts',
      '#http/a.ts',
      '@tanren/user-pool/a',
    ],
    mustNot: ['#main.ts', './main.ts', '#test/support/a.ts', '@tanren/demo/a', '../c.ts'],
  },
  'apps/api/src/product/a.ts': {
    may: ['#composition/a.ts', '#modules/a/a.routes.ts', '#tasks/a.ts', '@tanren/user-pool/a'],
    mustNot: ['#app.ts', '#main.ts', '#test/support/a.ts', '@tanren/web/a', '../c.ts'],
  },
  'apps/api/src/composition/a.ts': {
    may: ['#modules/a/a.service.ts', '#http/a.ts', '@tanren/user-pool/a'],
    mustNot: [
      '#product/a.ts',
      '#app.ts',
      '#main.ts',
      '#test/support/a.ts',
      '@tanren/web/a',
      '../c.ts',
    ],
  },
  'apps/api/src/modules/gyms/a.service.ts': {
    may: [
      './a.store.ts',
      '#modules/gyms/b/c.store.ts',
      '#modules/identity/accounts.service.ts',
      '#modules/members/notifications/a.service.ts',
      '#db/database.ts',
      '#db/schema/gyms.ts',
      '#log/throttled-log.ts',
      '#mqtt/topics.ts',
      '#mail/mail-rounds.ts',
      '#http/app-error.ts',
      '@tanren/domain/gyms/a',
      '@tanren/contract/gyms/a',
      'drizzle-orm',
      'node:crypto',
    ],
    mustNot: [
      '#modules/members/a.store.ts',
      '#modules/members/a.routes.ts',
      '#modules/booking/a.service.ts',
      '#composition/a.ts',
      '#app.ts',
      '#main.ts',
      '#config/config.ts',
      '#http/a.ts',
      '#embedded/postgres/postgres.ts',
      '#test/support/a.ts',
      '@tanren/user-pool/a',
      '../b/b.store.ts',
    ],
  },
  'apps/api/src/modules/gyms/a.service.test.ts': {
    may: [
      '#test/support/database.ts',
      '#app.ts',
      '#config/config.ts',
      '#modules/booking/b.store.ts',
      './a.service.ts',
      'vitest',
    ],
    mustNot: ['#main.ts', '../b/b.store.ts'],
  },
  'apps/api/test/a.test.ts': {
    may: ['./support/a.ts', '#test/support/a.ts', '#app.ts', '#modules/b/b.store.ts', 'vitest'],
    mustNot: ['#main.ts', '../src/config.ts'],
  },
  'apps/api/src/db/a.ts': {
    may: ['./b.ts', '#http/app-error.ts', 'pg', '@tanren/user-pool/schema'],
    mustNot: [
      '#composition/a.ts',
      '#product/a.ts',
      '#modules/a/a.store.ts',
      '#app.ts',
      '#main.ts',
      '#test/support/a.ts',
      '@tanren/web/a',
    ],
  },
  'apps/api/src/http/a.ts': {
    may: [
      './b.ts',
      '#config/config.ts',
      '#http/app-error.ts',
      'fastify',
      '@tanren/contract/problem',
    ],
    mustNot: [
      '#modules/members/a.store.ts',
      '#modules/booking/a.service.ts',
      '#composition/a.ts',
      '#product/a.ts',
      '#app.ts',
      '#main.ts',
      '#test/support/a.ts',
    ],
  },
  'apps/web/src/features/gyms/a-screen.tsx': {
    may: [
      './a.queries.ts',
      '#features/gyms/staff/a.tsx',
      '#entities/a/a.queries.ts',
      '#lib/api.ts',
      '#ui/button.tsx',
      '@tanren/domain/a',
      '@tanren/contract/a',
      'react',
    ],
    mustNot: [
      '#features/booking/b-screen.tsx',
      '#routes/a.tsx',
      '#main.tsx',
      '@tanren/user-pool/a',
      'node:fs',
      '../b/b-screen.tsx',
    ],
  },
  'apps/web/src/entities/a/a.queries.ts': {
    may: ['./a-card.tsx', '#entities/b/b.queries.ts', '#lib/api.ts', '#ui/card.tsx', 'react'],
    mustNot: ['#features/a/a.tsx', '#routes/a.tsx', '#shell/a.tsx', '#main.tsx', 'node:fs'],
  },
  'apps/web/test/a/a.test.tsx': {
    may: [
      './b.ts',
      '#test/support/render.tsx',
      '#features/a/a.tsx',
      '@tanren/contract/a',
      'vitest',
    ],
    mustNot: ['#main.tsx', 'node:fs', '@tanren/api/a', '@tanren/user-pool/a'],
  },
  'apps/web/src/routes/a.tsx': {
    may: ['#features/a/a-screen.tsx', '#lib/api.ts', '#ui/button.tsx', 'react'],
    mustNot: ['#main.tsx', '#routes/b.tsx', 'node:fs', '@tanren/api/a', '../c.ts'],
  },
  'apps/web/src/shell/a.tsx': {
    may: ['./b.tsx', '#features/a/a.tsx', '#entities/a/a.queries.ts', '#lib/api.ts', '#ui/b.tsx'],
    mustNot: ['#routes/a.tsx', '#main.tsx', 'node:fs', '@tanren/api/a'],
  },
  'apps/web/src/ui/a.tsx': {
    may: ['./b.tsx', 'react'],
    mustNot: [
      '#lib/api.ts',
      '#features/a/a.ts',
      '@tanren/domain/a',
      '@tanren/contract/a',
      'node:fs',
    ],
  },
  'apps/web/src/lib/a.ts': {
    may: ['./b.ts', '#ui/a.tsx', '@tanren/contract/a', '@tanren/domain/a'],
    mustNot: ['#features/a/a.ts', '#routes/a.tsx', '#main.tsx', '@tanren/api/a', 'node:fs'],
  },
  'apps/web/src/service-worker/a.ts': {
    may: ['./b.ts', '#lib/a.ts', 'workbox-routing', '@tanren/contract/a'],
    mustNot: ['#features/a/a.ts', '#ui/a.tsx', '#main.tsx', '@tanren/api/a', 'node:fs'],
  },
  'apps/machine/src/a.ts': {
    may: [
      './b.ts',
      '#c.ts',
      '@tanren/domain/a',
      '@tanren/contract/a',
      '@tanren/simulator/a',
      'typebox',
      'typebox/value',
      'uqr',
      'node:crypto',
    ],
    mustNot: ['fastify', 'aedes', 'mqtt', '@tanren/user-pool/a', '@tanren/demo/a', '../c.ts'],
  },
  'apps/machine/src/a.test.ts': {
    may: ['./a.ts', 'vitest', 'aedes', 'fast-check', 'node:net', '@tanren/contract/a'],
    mustNot: ['@tanren/api/a', '@tanren/web/a', '#main.ts', './main.ts', '../c.ts'],
  },
  'scripts/a.mjs': {
    may: ['./lib/b.mjs', 'node:fs', 'node:fs/promises'],
    mustNot: ['vite', '@tanren/domain/a', '../c.mjs'],
  },
};
