const politeEnding = /(?:さん|ちゃん|くん|様)$/u;

/** さん, unless the nickname ends politely by itself: テツさん, but ユキちゃん. */
export function honorificOf(nickname: string): 'さん' | '' {
  return politeEnding.test(nickname) ? '' : 'さん';
}

/** How pages, mails and machines address or name a person. */
export function addHonorific(nickname: string): string {
  return nickname + honorificOf(nickname);
}
