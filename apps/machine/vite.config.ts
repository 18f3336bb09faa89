import { defineConfig } from 'vite';

/** Builds files for Node that include the npm packages, for the same reasons as the server. */
export default defineConfig({
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'src/main.ts', 'machine-check': 'src/machine-check.ts' },
      treeshake: false,
      output: { minify: false },
    },
  },
  ssr: { noExternal: true },
});
