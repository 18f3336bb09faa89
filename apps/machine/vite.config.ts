import { defineConfig } from 'vite';

/** One file for Node, npm's packages included, for the reasons of the server. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'src/main.ts' },
      treeshake: false,
      output: { minify: false },
    },
  },
  ssr: { noExternal: true },
});
