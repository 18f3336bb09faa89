import { entries, note, type PageDocument, type PageSection, paragraph } from './page-document.ts';

/** From the first visit to the first ranking, and what comes after. */
const steps: readonly PageSection[] = [
  {
    id: 'register',
    heading: '会員登録をする',
    picture: 'register',
    blocks: [
      paragraph(
        '[アプリの新規登録](/register)で、メールアドレスとパスワードを入力します。届いたメールの確認コードを入力すると、登録は完了です。',
      ),
      note('パスワードは8文字以上の半角で、英字と数字を組み合わせてください。'),
    ],
  },
  {
    id: 'profile',
    heading: 'プロフィールを登録する',
    picture: 'profile',
    blocks: [
      paragraph(
        'ニックネーム、身長、体重、運動習慣、トレーニングの目的を登録します。続けて[利用規約](/terms)に同意すると、すべての機能を使えます。',
      ),
      note('身長と体重は、ほかの会員には表示されません。'),
    ],
  },
  {
    id: 'link',
    heading: 'マシンと接続する',
    picture: 'link',
    blocks: [
      paragraph(
        '画面の下にある「接続」を押すとカメラが開きます。マシンに表示されたQRコードを写してください。マシン番号と6桁のコードを入力しても接続できます。',
      ),
      note('コードは1分ごとに変わります。つながらないときは、新しいコードで試してください。'),
    ],
  },
  {
    id: 'workout',
    heading: 'トレーニングをする',
    picture: 'workout',
    blocks: [
      paragraph(
        'いつもどおりマシンを動かすだけで、回数と重量がその場で表示されます。終わったら「接続を解除」を押して、次の方に譲りましょう。',
      ),
      note('10分間動きがないと、接続は自動で解除されます。それまでの記録は保存されます。'),
    ],
  },
  {
    id: 'records',
    heading: '記録を見る',
    picture: 'records',
    blocks: [
      paragraph(
        '「履歴」に、セットごとの重量と回数が残ります。種目を選ぶと、最大重量、総発揮力、推定1RMの移り変わりをグラフで確かめられます。',
      ),
      note('総発揮力は、挙げた重量の合計です。40kgを10回なら400kgです。'),
    ],
  },
  {
    id: 'body-map',
    heading: '鍛えた部位を確かめる',
    picture: 'body-map',
    blocks: [
      paragraph(
        'マイページの「トレーニング状況」では、この7日間で鍛えた部位が赤く表示されます。はじめのうちは、どの部位も週に5セットから10セットが目安です。',
      ),
    ],
  },
  {
    id: 'next-load',
    heading: '次回の重量を知る',
    picture: 'next-load',
    blocks: [
      paragraph(
        '前回の結果から、次に挑戦する重量を理由とともに提案します。マシンと接続すると、その重量がマシンの画面にも表示されます。',
      ),
      note('提案は目安です。体調に合わせて、無理のない重量を選んでください。'),
    ],
  },
  {
    id: 'session',
    heading: 'メニューで進める',
    picture: 'session',
    blocks: [
      paragraph(
        '「メニュー」は、種目、セット数、回数、重量を並べたものです。マイページの「マイメニュー」で自分で作るか、「探す」でほかの会員が公開したものを見つけて、「このメニューを始める」を押します。マシンと接続するたびに、その種目の内容がマシンの画面にも表示されます。',
      ),
      note(
        '重量を「おすすめ」にすると、行う人それぞれの次回の重量になります。順番を入れ替えても、途中で終えても、行った分は記録に残ります。',
      ),
    ],
  },
  {
    id: 'ranking',
    heading: 'ランキングに参加する',
    picture: 'ranking',
    blocks: [
      paragraph(
        '記録が残ると、自動でランキングに入ります。自分の順位と、次の順位までの差がいつでもわかります。',
      ),
      note(
        '表示されるのはニックネーム、記録、達成日だけです。載せたくないときは「ランキングに掲載する」をオフにできます。',
      ),
    ],
  },
  {
    id: 'reservation',
    heading: '予約して入館する',
    picture: 'reservation',
    blocks: [
      paragraph(
        '「予約」でジムと日時を選びます。開始15分前になると、ホームに入館コードが表示されます。入口で入力して入館してください。',
      ),
      note(
        '予約は同時に4件までです。変更とキャンセルは、ジムごとの期限までにお願いします。予約してから5分間は、期限の後でもキャンセルできます。',
      ),
      note(
        '満席のときは、キャンセル待ちに登録できます。空きが出ると順番にメールでお知らせし、10分間お席を確保します。',
      ),
    ],
  },
  {
    id: 'trainer',
    heading: 'トレーナーと連携する',
    picture: 'trainer',
    blocks: [
      paragraph(
        'マイページの「マイトレーナー」で「トレーナーと連携する」を押し、共有する情報を選びます。表示された8文字のコードをトレーナーに伝えます。あなた専用のメニューが届くようになります。',
      ),
      note('コードは15分間有効です。連携は「マイトレーナー」からいつでも解除できます。'),
    ],
  },
];

const tutorialSteps: readonly PageSection[] = steps.map((step, index) => ({
  ...step,
  step: index + 1,
}));

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
            'マイページの「アプリのアカウントを削除」から手続きできます。必要な記録は、先に書き出してください。',
        }),
      ],
    },
  ],
  related: ['[利用規約](/terms)', '[プライバシーポリシー](/privacy-policy)'],
};
