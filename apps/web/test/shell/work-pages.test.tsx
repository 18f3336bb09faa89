import { test } from 'vitest';
import { expectPage } from '#test/support/page-case.ts';
import { staffPages, trainerPages } from '#test/support/work-pages.ts';

test.each([...trainerPages, ...staffPages])('$path shows $title', async (page) => {
  await expectPage(page);
});
