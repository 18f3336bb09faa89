import { expect, it } from 'vitest';
import { addHonorific, honorificOf } from './honorifics.ts';

it.each([
  ['テツ', 'テツさん'],
  ['くまさん', 'くまさん'],
  ['ユキちゃん', 'ユキちゃん'],
  ['タロくん', 'タロくん'],
  ['王様', '王様'],
  ['さんま', 'さんまさん'],
  ['様子見', '様子見さん'],
])('%s is addressed as %s', (nickname, addressed) => {
  expect(addHonorific(nickname)).toBe(addressed);
  expect(honorificOf(nickname)).toBe(addressed.slice(nickname.length));
});
