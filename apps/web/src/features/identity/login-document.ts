/** The words of the page that everybody meets first; prerendered with it. */
export interface LoginDocument {
  readonly title: string;
  readonly lead: string;
}

export const loginDocument: LoginDocument = {
  title: 'サインイン',
  lead: 'マシンの記録を残して、次の一回を強くする会員アプリです。',
};
