import { type Letter, write } from './mail-texts.ts';

/* Mails about actions that a thief of a phone might do. The owner gets one mail for each. */

const notYou =
  'お心当たりのない場合は、ログイン画面の「パスワードを忘れた方」から、ただちにパスワードを再設定してください。';
const notYouAtAll =
  'お心当たりのない場合は、第三者に操作された可能性があります。お手数ですが、至急ジムのスタッフまでお知らせください。';

export function writeTotpChanged(enabled: boolean): Letter {
  return enabled
    ? write(
        '認証アプリ設定のお知らせ',
        'TANRENの2段階認証に、認証アプリが設定されました。次回のログインから、認証アプリに表示される6桁のコードを入力してください。',
        notYou,
      )
    : write(
        '認証アプリ解除のお知らせ',
        'TANRENの2段階認証（認証アプリ）が解除されました。次回から、認証アプリのコードは必要ありません。',
        notYou,
      );
}

export function writeEmailCodeChanged(enabled: boolean): Letter {
  return enabled
    ? write(
        '2段階認証設定のお知らせ',
        'TANRENの2段階認証に、メール認証が設定されました。次回のログインから、このメールアドレスにお送りする確認コードを入力してください。',
        notYou,
      )
    : write('2段階認証解除のお知らせ', 'TANRENの2段階認証（メール認証）が解除されました。', notYou);
}

/**
 * Writes the mail about signed-out devices. `name` is `null` for all devices except the caller's.
 */
export function writeDevicesEnded(name: string | null): Letter {
  return write(
    '端末のログアウトのお知らせ',
    name === null
      ? 'ご指定により、操作した端末以外のすべての端末で、TANRENからログアウトしました。'
      : `ご指定により、次の端末でTANRENからログアウトしました。\n\n端末：${name}`,
    notYou,
  );
}

export function writeAccountDeleted(): Letter {
  return write(
    'アカウント削除のお知らせ',
    'TANRENのアカウントと、お預かりしていたデータを削除しました。ご利用いただき、ありがとうございました。',
    'ジムの会員契約は、アカウントを削除しても続きます。',
    notYouAtAll,
  );
}

export function writeDeletedByStaff(): Letter {
  return write(
    'アカウント削除のお知らせ',
    'お申し出により、ジムのスタッフがTANRENのアカウントと、お預かりしていたデータを削除しました。ご利用いただき、ありがとうございました。',
    'ジムの会員契約は、アカウントを削除しても続きます。',
    notYouAtAll,
  );
}

export function writeEndedByStaff(): Letter {
  return write(
    'ログアウトのお知らせ',
    'ジムのスタッフの操作により、すべての端末でTANRENからログアウトしました。ご利用の際は、もう一度ログインしてください。',
    notYouAtAll,
  );
}

export function writeTotpRemovedByStaff(): Letter {
  return write(
    '認証アプリ解除のお知らせ',
    'ご本人の確認のうえ、ジムのスタッフがTANRENの2段階認証（認証アプリ）を解除しました。次回から、認証アプリのコードは必要ありません。',
    '新しい端末で、もう一度認証アプリを設定することをおすすめします。',
    notYouAtAll,
  );
}

export function writeRecoveryCodesRenewed(): Letter {
  return write(
    'リカバリーコード発行のお知らせ',
    'TANRENの2段階認証のリカバリーコードを、新しく発行しました。以前のコードは使えません。',
    notYou,
  );
}

export function writeRecoveryCodeUsed(left: number): Letter {
  return write(
    'リカバリーコード使用のお知らせ',
    'リカバリーコードを使って、TANRENにログインしました。使ったコードは、もう使えません。',
    `残りのリカバリーコード：${left}個`,
    left < 3
      ? '残りが少なくなっています。マイページの「認証アプリ（2段階認証）」から、新しいコードを発行してください。'
      : '認証アプリを入れた端末をなくされたときは、マイページで認証アプリを設定し直してください。',
    notYou,
  );
}

/* Mails about actions that let other people see the member's data. */

export function writeCalendarFeedMade(): Letter {
  return write(
    'カレンダー用URL作成のお知らせ',
    '予約を表示するカレンダー用URLを作成しました。URLを知っている人は、ログインせずに予約の日時を見られます。',
    notYou,
    'パスワードを再設定すると、カレンダー用URLも使えなくなります。',
  );
}

export function writeTrainerCodeIssued(): Letter {
  return write(
    'トレーナー連携コード発行のお知らせ',
    'トレーナーと連携するためのコードを発行しました。コードを入力したトレーナーは、許可した範囲の情報を見られます。',
    'お心当たりのない場合は、マイトレーナーの画面で連携を解除し、ログイン画面の「パスワードを忘れた方」から、ただちにパスワードを再設定してください。',
  );
}

export function writeDataExported(): Letter {
  return write(
    'データ書き出しのお知らせ',
    'お預かりしているデータの書き出しを行いました。',
    notYou,
  );
}
