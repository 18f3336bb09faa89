import { test } from 'vitest';
import { expectPage } from './page-case.ts';
import { staffPages, trainerPages } from './work-page-cases.ts';

// spec 1.15, 2.1, 9.24
test.each([...trainerPages, ...staffPages])('$path shows $title', async (page) => {
  await expectPage(page);
});
