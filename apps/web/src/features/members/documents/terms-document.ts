import { requiredTermsVersion, termsDateLabel } from '@tanren/domain/members/terms';
import type { PageDocument } from './page-document.ts';
import { pageDocument } from './terms.md';

export const termsDocument: PageDocument = {
  ...pageDocument,
  facts: [
    { label: '版', text: `第${requiredTermsVersion}版` },
    { label: '改定日', text: termsDateLabel },
  ],
};
