import { entries } from './page-blocks.ts';
import type { PageDocument } from './page-document.ts';
import { tutorialSteps } from './tutorial-steps.ts';

export const tutorialDocument: PageDocument = {
  title: 'ご利用ガイド',
  lead: '会員登録から、最初のトレーニング、最初のランキングまでを順番にご案内します。',
  sections: [
    ...tutorialSteps,
    {
      id: 'help',
      heading: '困ったときは',
      blocks: [
        entries({
          マシンにつながらない:
            '番号と6桁のコードを確かめ、画面に出ている最新のコードを入力してください。ほかの方が接続中のマシンには接続できません。',
          記録が表示されない:
            'マシンは記録が届くまで送信を繰り返すため、少し待つと表示されます。接続せずに行ったトレーニングは記録されません。',
          記録がまちがっている: 'ジムの受付にお知らせください。確認のうえ訂正します。',
          パスワードを忘れた:
            '[パスワードの再設定](/forgot-password)から、新しいパスワードを設定できます。',
          退会したい:
            '設定の「退会（アカウントの削除）」から手続きできます。必要な記録は、先に書き出してください。',
        }),
      ],
    },
  ],
  related: ['[利用規約](/terms)', '[プライバシーポリシー](/privacy-policy)'],
};
