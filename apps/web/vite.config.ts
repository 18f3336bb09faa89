import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { recoverableChunks } from './build/recoverable-chunks.ts';
import { remFontSizes } from './build/rem-font-sizes.ts';

/**
 * Without groups every module that two screens share becomes a file of its own, and a page asks for
 * a hundred of them. Priorities keep the groups apart: a module belongs to the first that wants it.
 */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 3 },
  {
    name: 'base',
    test: /\/src\/(?:ui|lib)\/|\/packages\/|@tabler/,
    minShareCount: 4,
    priority: 2,
  },
  { name: 'shared', test: /\/src\/features\//, minShareCount: 3, priority: 1 },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      generatedRouteTree: './src/route-tree.gen.ts',
      routesDirectory: './src/routes',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
      // One chunk a route: its page and its loader. What is declared beside them stays with the router.
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [
          ['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
        ],
      },
    }),
    react(),
    recoverableChunks,
  ],
  css: { postcss: { plugins: [remFontSizes] } },
  define: { __BUILD_ID__: JSON.stringify(process.env['BUILD_ID'] ?? 'dev') },
  build: {
    outDir: isSsrBuild ? 'dist/prerender' : 'dist/client',
    target: ['chrome111', 'safari16.4', 'firefox128'],
    sourcemap: false,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: chunkGroups } } },
    // Small files would otherwise be inlined as data: URLs, which the security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
}));
