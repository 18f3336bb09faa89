import { defineConfig } from 'vite';

/** Builds one file for Node that includes the npm packages, for the same reasons as the server. */
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
