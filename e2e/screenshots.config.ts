import { defineConfig } from '@playwright/test';
import { browserOptions } from './support/browser/browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.shots.ts',
  globalSetup: './support/server/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  reporter: [['line']],
  // A tap on something that is missing fails soon.
  use: { ...browserOptions, actionTimeout: 20_000 },
});
