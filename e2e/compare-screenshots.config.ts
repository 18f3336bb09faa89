import path from 'node:path';
import { defineConfig } from '@playwright/test';

const before = process.env['BEFORE'];
if (before === undefined) throw new Error('BEFORE names the folder with the earlier screenshots');

/** Compares .screenshots/ with the folder BEFORE pixel by pixel, and stores pictures of differences. */
export default defineConfig({
  testDir: './shell',
  testMatch: 'compare-screenshots.ts',
  snapshotPathTemplate: path.join(path.resolve(before), '{arg}{ext}'),
  outputDir: '../.screenshots/differences',
  updateSnapshots: 'none',
  fullyParallel: true,
  workers: 2,
  reporter: [['list']],
});
