import { test } from 'vitest';
import { expectFitsEnlarged } from './enlarged.ts';
import { expectMissingParts, expectNetworkBack } from './missing-parts.ts';
import { memberPages, openPages } from './page-cases.ts';
import { expectPage } from './page-case.ts';

// spec 1.15, 2.1, 9.24
test.each([...openPages, ...memberPages])(
  '$path shows $title, also enlarged, and each part that is missing',
  async (shown) => {
    await expectPage(shown, await expectMissingParts(shown));
    await expectNetworkBack(shown);
    await expectFitsEnlarged(shown);
  },
);
