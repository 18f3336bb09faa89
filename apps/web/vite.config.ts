import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { callsWithoutSchemas } from './build/calls-without-schemas.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { pageDocuments } from './build/page-documents.ts';
import { recoverableChunks } from './build/recoverable-chunks.ts';
import { remFontSizes } from './build/rem-font-sizes.ts';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tanstackRouter({
      target: 'react',
      generatedRouteTree: './src/route-tree.gen.ts',
      routesDirectory: './src/routes',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
      // Each route has one chunk with its page and its loader. Other declarations stay with the
      // router.
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [
          ['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
        ],
      },
    }),
    react(),
    pageDocuments,
    recoverableChunks,
    callsWithoutSchemas,
    // This builds the worker from its source and inserts the list of files. The manifest is our own
    // file, and the app registers the worker itself.
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/service-worker',
      filename: 'service-worker.ts',
      manifest: false,
      injectRegister: false,
      integration: {
        configureCustomSWViteBuild: (options) => {
          options.logLevel = 'warn';
        },
      },
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: ['assets/*.{js,css}'],
        // File names contain a content hash, so equal names mean equal files.
        dontCacheBustURLsMatching: /^assets\//,
        modifyURLPrefix: { 'assets/': '/assets/' },
        maximumFileSizeToCacheInBytes: 1024 * 1024,
      },
    }),
  ],
  css: { postcss: { plugins: [remFontSizes] } },
  define: { __BUILD_ID__: JSON.stringify(process.env['BUILD_ID'] ?? 'dev') },
  build: {
    outDir: isSsrBuild ? 'dist/prerender' : 'dist/client',
    target: ['chrome111', 'safari16.4', 'firefox128'],
    sourcemap: false,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: chunkGroups } } },
    // Small files would otherwise be inlined as data: URLs, which the security policy rejects.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
}));
