import { test } from 'vitest';
import { memberPages, openPages } from '#test/support/member-pages.ts';
import { expectPage } from '#test/support/page-case.ts';

test.each([...openPages, ...memberPages])('$path shows $title', async (page) => {
  await expectPage(page);
});
