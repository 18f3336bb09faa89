const politeEnding = /(?:さん|ちゃん|くん|様)$/u;

/** Returns さん, unless the nickname already ends politely: テツさん, but ユキちゃん. */
export function honorificOf(nickname: string): 'さん' | '' {
  return politeEnding.test(nickname) ? '' : 'さん';
}

/** Returns the nickname as pages, mails and machines write it. */
export function addHonorific(nickname: string): string {
  return nickname + honorificOf(nickname);
}
