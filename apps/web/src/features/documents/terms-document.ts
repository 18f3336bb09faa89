import { requiredTermsVersion, termsDateLabel } from '@tanren/domain/terms';
import { articleNumbering, numberSections } from './number-sections.ts';
import type { PageDocument } from './page-document.ts';
import { conductArticles } from './terms-conduct.ts';
import { generalArticles } from './terms-general.ts';
import { gymArticles } from './terms-gym.ts';
import { membershipArticles } from './terms-membership.ts';
import { trainingArticles } from './terms-training.ts';

export const termsDocument: PageDocument = {
  title: '利用規約',
  lead: 'TANRENをご利用いただく際の約束事をまとめています。会員登録の前に、最後までお読みください。',
  facts: [
    { label: '版', text: `第${requiredTermsVersion}版` },
    { label: '改定日', text: termsDateLabel },
  ],
  sections: numberSections(
    [
      ...membershipArticles,
      ...trainingArticles,
      ...gymArticles,
      ...conductArticles,
      ...generalArticles,
    ],
    articleNumbering,
  ),
  related: ['[プライバシーポリシー](/privacy-policy)', '[ご利用ガイド](/tutorial)'],
};
