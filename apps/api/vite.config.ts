import { defineConfig } from 'vite';

/**
 * The server, and its commands, as files for Node. Packages of this workspace are TypeScript and go
 * in, npm's stay outside.
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
        machines: 'src/machines.ts',
        accounts: 'src/accounts.ts',
        'rotate-signing-key': 'src/rotate-signing-key.ts',
      },
    },
  },
  ssr: { noExternal: [/^@tanren\//] },
});
