import { test } from 'vitest';
import { expectMissingParts, expectNetworkBack } from './missing-parts.ts';
import { expectPage } from './page-case.ts';
import { staffPages, trainerPages } from './work-page-cases.ts';

// spec 1.15, 2.1, 9.24
test.each([...trainerPages, ...staffPages])(
  '$path shows $title, and each part that is missing',
  async (shown) => {
    await expectPage(shown, await expectMissingParts(shown));
    await expectNetworkBack(shown);
  },
);
