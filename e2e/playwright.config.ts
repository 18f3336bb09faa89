import { defineConfig } from '@playwright/test';
import { browserOptions } from './support/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // As for components: `npm test` lists what needed its second try.
  retries: 1,
  // For machines that do ten other things at once: what works takes none of it.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['line'], ['json']] : [['line']],
  use: { ...browserOptions, actionTimeout: 60_000, navigationTimeout: 60_000 },
});
