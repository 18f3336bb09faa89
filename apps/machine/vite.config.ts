import { defineConfig } from 'vite';

/** One file for Node. Packages of this workspace are TypeScript and go in, npm's stay outside. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    sourcemap: true,
    rolldownOptions: { input: { main: 'src/main.ts' } },
  },
  ssr: { noExternal: [/^@tanren\//] },
});
