import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { recoverableChunks } from './build/recoverable-chunks.ts';
import { remFontSizes } from './build/rem-font-sizes.ts';

/**
 * Without groups every module that two pages share becomes a file of its own, and a page asks for a
 * hundred of them. A module belongs to the first group that wants it, with all that it imports:
 * what lies lower comes first.
 */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'start', tags: ['$initial'], priority: 5 },
  { name: 'icons', test: /@tabler/, priority: 4 },
  { name: 'base', test: isBase, minShareCount: 3, priority: 3 },
  // Large, and needed by few pages or not at once.
  { name: 'sign-in', test: /aws-amplify/, priority: 2 },
  { name: 'editor', test: /@dnd-kit|\/src\/ui\/.*(?:sortable|tag-)/, priority: 2 },
  { name: 'charts', test: /\/src\/ui\/.*chart/, priority: 2 },
  { name: 'qr-code', test: /\/uqr\/|\/src\/ui\/.*code-display/, priority: 2 },
  {
    name: 'entities',
    test: /\/src\/entities\/(?!members\/account)/,
    minShareCount: 2,
    priority: 1,
  },
  // What pages of the same people share.
  { name: 'identity', test: /\/features\/identity\/(?!leave|delete-account)/, minShareCount: 2 },
  { name: 'account', test: isForAccount, minShareCount: 2 },
  { name: 'documents', test: /\/features\/documents\//, minShareCount: 2 },
  { name: 'staff', test: /\/features\/staff/, minShareCount: 2 },
  { name: 'members', test: isForMembers, minShareCount: 2 },
];

function isBase(id: string): boolean {
  return (
    /@tanstack|\/packages\/|\/src\/(?:lib|ui)\//.test(id) &&
    !/\/src\/ui\/.*(?:sortable|tag-|chart|code-display)|\/lib\/sign-in/.test(id)
  );
}

function isForMembers(id: string): boolean {
  return /\/src\/features\/(?!identity|documents|staff|session-editor|trained-members)/.test(id);
}

function isForAccount(id: string): boolean {
  return /\/features\/(?:userinfo|onboarding|devices|identity)\/|members\/account/.test(id);
}

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
