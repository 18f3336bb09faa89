export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail of the pool, and rejects when it cannot be sent. */
export type SendMail = (mail: Mail) => Promise<void>;

export type Letter = Omit<Mail, 'to'>;

const footer = `
――――――――――――――――――――
TANREN
このメールは送信専用アドレスからお送りしています。ご返信いただいてもお答えできませんので、ご了承ください。`;

export function write(subject: string, ...paragraphs: readonly string[]): Letter {
  return { subject: `【TANREN】${subject}`, text: `${paragraphs.join('\n\n')}\n${footer}\n` };
}

/** Writes the code in one piece, for copying and for the phone's autofill. */
function writeCode(code: string): string {
  return `確認コード：${code}`;
}

const time = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  month: 'long',
  day: 'numeric',
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

export interface SignUpCode {
  readonly code: string;
  /** Time by which the owner of a mailbox recognizes their own sign-up. */
  readonly signedUpAt: Date;
}

/**
 * Writes the mail with a sign-up code. Every visitor can sign up with any address, so the mail
 * contains the time of the sign-up, which tells the owner which code is theirs.
 */
export function writeSignUpCode({ code, signedUpAt }: SignUpCode): Letter {
  return write(
    '新規登録の確認コード',
    'TANRENにご登録いただき、ありがとうございます。',
    '下記の確認コードを登録画面に入力して、登録を完了してください。',
    writeCode(code),
    `ご登録の受付：${time.format(signedUpAt)}`,
    'メールが複数届いた場合は、ご自身が登録された時刻のメールのコードを入力してください。',
    'このコードの有効期限は24時間です。新しいコードをお送りした場合、以前のコードはご利用いただけません。',
    'お心当たりのない場合は、第三者がメールアドレスを誤って入力した可能性があります。コードを入力せず、このメールを破棄してください。',
  );
}

export function writeResetCode(code: string): Letter {
  return write(
    'パスワード再設定の確認コード',
    'パスワード再設定のお申し込みを受け付けました。',
    '下記の確認コードを再設定画面に入力して、新しいパスワードを設定してください。',
    writeCode(code),
    'このコードの有効期限は1時間です。再設定が完了すると、それまでにお送りしたコードはすべてご利用いただけなくなります。',
    'お心当たりのない場合は、このメールを破棄してください。パスワードは変更されません。コードを第三者に教えないようお願いいたします。',
  );
}

export function writeSignInCode(code: string): Letter {
  return write(
    'ログインの確認コード',
    'TANRENへのログインで、パスワードが正しく入力されました。',
    '下記の確認コードをログイン画面に入力して、ログインを完了してください。',
    writeCode(code),
    'このコードの有効期限は3分です。期限が過ぎたときは、ログインをはじめからやり直してください。',
    'お心当たりのない場合は、第三者がパスワードを知っている可能性があります。コードを第三者に教えず、ログイン画面の「パスワードを忘れた方」から、ただちにパスワードを再設定してください。',
  );
}

export function writeEmailCode(code: string): Letter {
  return write(
    'メールアドレスの確認コード',
    'TANRENのメールアドレスの変更を受け付けました。',
    '下記の確認コードを「メールアドレスの変更」の画面に入力して、変更を完了してください。',
    writeCode(code),
    'このコードの有効期限は24時間です。確認が完了するまで、現在ご登録のメールアドレスは変更されません。',
    'お心当たりのない場合は、コードを入力せず、このメールを破棄してください。',
  );
}

export function writeEmailChanged(newEmail: string): Letter {
  return write(
    'メールアドレス変更のお知らせ',
    'TANRENに登録されているメールアドレスが変更されました。',
    `新しいメールアドレス：${newEmail}`,
    '今後のお知らせは、新しいメールアドレスにお送りします。ログインにも、新しいメールアドレスをお使いください。',
    'お心当たりのない場合は、第三者に操作された可能性があります。お手数ですが、至急ジムのスタッフまでお知らせください。',
  );
}

export function writePasswordChanged(): Letter {
  return write(
    'パスワード変更のお知らせ',
    'TANRENのパスワードが変更されました。安全のため、ほかの端末ではログアウトされています。',
    'お心当たりのない場合は、ログイン画面の「パスワードを忘れた方」から、ただちにパスワードを再設定してください。',
  );
}
