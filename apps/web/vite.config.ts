import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
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
      // Screens are split by hand with lazyScreen, which knows what to do when a chunk is missing.
      autoCodeSplitting: false,
    }),
    react(),
  ],
  css: { postcss: { plugins: [remFontSizes] } },
  define: { __BUILD_ID__: JSON.stringify(process.env['BUILD_ID'] ?? 'dev') },
  build: {
    outDir: isSsrBuild ? 'dist/prerender' : 'dist/client',
    target: ['chrome111', 'safari16.4', 'firefox128'],
    sourcemap: false,
    // Small files would otherwise be inlined as data: URLs, which the security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // For what is loaded later the entry would have to carry the names of all that each page
      // imports: 3 kB before the first page is usable, to spare each next one a round trip.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
  },
}));
