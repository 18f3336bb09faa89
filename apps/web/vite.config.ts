import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { callsWithoutSchemas } from './build/calls-without-schemas.ts';
import { recoverableChunks } from './build/recoverable-chunks.ts';
import { remFontSizes } from './build/rem-font-sizes.ts';

/**
 * Without groups every module that two pages share becomes a file of its own, and a page asks for a
 * hundred of them. A module belongs to the first group that wants it, with all that it imports:
 * what lies lower comes first.
 */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'libraries', test: isLibrary, priority: 8 },
  { name: 'start', tags: ['$initial'], priority: 7 },
  { name: 'base', test: isBase, minShareCount: 2, priority: 6 },
  // Large, and needed by few pages or not at once.
  { name: 'sign-in', test: /aws-amplify|\/lib\/auth\/amplify|members\/account/, priority: 5 },
  { name: 'qr-code', test: /\/uqr\/|qr-code\.tsx|\/totp-key/, priority: 5 },
  { name: 'drawings', test: /\/workouts\/.*drawing/, priority: 5 },
  // What pages of the same people share.
  { name: 'identity', test: /\/identity\/(?!leave|delete-account)/, minShareCount: 2, priority: 4 },
  { name: 'documents', test: /\/features\/documents\/(?!guide)/, minShareCount: 2, priority: 4 },
  { name: 'account', test: /\/features\/identity\//, minShareCount: 2, priority: 3 },
  {
    name: 'editor',
    test: /@dnd-kit|tag-|sortable|\/session-editor\/(?!drafts)/,
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'members',
    test: /\/src\/features\/(?!staff|trained|onboarding)/,
    minShareCount: 2,
    priority: 2,
  },
  // The header of trainers wants these two of the staff's, and nothing else.
  {
    name: 'work-links',
    test: /\/shell\/work-links|staff-sections|corrections\.queries/,
    priority: 2,
  },
  { name: 'staff', test: /\/src\/features\/staff/, priority: 1 },
  { name: 'trainers', test: /\/src\/features\/trained/, minShareCount: 2, priority: 1 },
  // What every page of somebody signed in fetches once it is drawn.
  { name: 'background', test: /\/shell\/(?:follow-outbox|session-data)/, priority: 0 },
];

/** What the whole app stands on, and the helpers of the bundler. */
function isLibrary(id: string): boolean {
  return /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\/|rolldown\/runtime/.test(id);
}

/** Of features, what is in the header of everybody signed in, and what other pages ask about them. */
function isBase(id: string): boolean {
  return (
    /@tabler|\/packages\/|\/src\/(?:lib|ui|entities)\/|informations\/unread|editor\/drafts|documents\/guide-opened|\/totp\.module/.test(
      id,
    ) &&
    !/\/src\/ui\/.*(?:sortable|tag-|qr-code\.tsx)|\/lib\/auth\/(?:sign-in|amplify|identity-pool)|members\/account|\/workouts\/.*drawing|\/visits\/visit-card/.test(
      id,
    )
  );
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
    callsWithoutSchemas,
    // Builds the worker from its source and puts the list of files into it. The manifest is a file
    // of ours, and the app registers the worker itself.
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
        // Files are named after their content: the name alone tells whether they are the same.
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
    // Small files would otherwise be inlined as data: URLs, which the security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
}));
