import { chapterNumbering, numberSections } from './number-sections.ts';
import type { PageDocument } from './page-document.ts';
import { collectedSections } from './privacy-collected.ts';
import { rightsSections } from './privacy-rights.ts';
import { useSections } from './privacy-use.ts';

export const privacyPolicyDocument: PageDocument = {
  title: 'プライバシーポリシー',
  lead: 'お預かりする情報と、その使いみち、ご自身でできる手続きをまとめています。',
  facts: [{ label: '改定日', text: '2024年12月03日(火)' }],
  sections: numberSections(
    [...collectedSections, ...useSections, ...rightsSections],
    chapterNumbering,
  ),
  related: ['[利用規約](/terms)', '[ご利用ガイド](/tutorial)'],
};
