import type { ExportPart } from '#db/member-data.ts';

/** Of an account that lives elsewhere we keep nothing; the token says who it is. */
export const tokenAccountPart: ExportPart = {
  name: 'account',
  title: 'アカウント',
  headers: ['ID', 'メールアドレス', 'グループ'],
  async *readRows(_db, { sub, email = null, groups }) {
    yield { record: { sub, email, groups }, cells: [sub, email, groups.join('、')] };
  },
};
