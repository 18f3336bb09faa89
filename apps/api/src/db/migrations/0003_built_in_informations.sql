-- The announcements every installation starts with, oldest first: ids follow the dates.
INSERT INTO "informations" ("published_dt", "content") VALUES ('2022-03-29', $text$【TANREN、サービスを開始しました】

マシントレーニングの記録アプリ「TANREN（鍛錬）」のサービスを開始しました。

マシンの画面に表示されるコードを読み取るだけで、回数・重量・セットが自動で記録されます。ノートへの書き写しは必要ありません。

はじめての方は、ご利用ガイドをご覧ください。
/tutorial

皆さまのトレーニングの積み重ねを、しっかりと支えてまいります。$text$);
--> statement-breakpoint
INSERT INTO "informations" ("published_dt", "content") VALUES ('2022-10-03', $text$【種目別ランキングを公開しました】

16種目すべてで、会員の皆さまの記録をランキングでご覧いただけるようになりました。

・最大重量：1回でも挙げきった、もっとも重い重量
・総発揮力（TFO）：1回のトレーニングで挙げた重量の合計

チェストプレスのランキングはこちらです。
/workout-ranking/1/tfo

表示されるのはニックネームと記録のみです。掲載を希望されない方は、設定からいつでも非表示にできます。
/settings$text$);
--> statement-breakpoint
INSERT INTO "informations" ("published_dt", "content") VALUES ('2023-04-18', $text$【パスワードの条件を変更しました】

より安心してご利用いただくため、パスワードの条件を次のとおり変更しました。

・8文字以上
・英字と数字を両方使うこと
・すべて半角で入力すること

7文字以下のパスワードをお使いの方は、お早めに変更をお願いいたします。
/settings/change-password

ほかのサービスと同じパスワードの使い回しは、お控えください。$text$);
--> statement-breakpoint
INSERT INTO "informations" ("published_dt", "content") VALUES ('2023-11-08', $text$【アプリからジムを予約できるようになりました】

ジムの空き状況を確認し、ご希望の時間枠をアプリから予約できるようになりました。

・予約できるのは、同時に4件までです。
・予約の変更とキャンセルは、ジムごとの締切時刻まで承ります。
・予約開始の15分前から終了まで、入口の解錠コードがアプリに表示されます。

ご予約はこちらからどうぞ。
/reservations$text$);
--> statement-breakpoint
INSERT INTO "informations" ("published_dt", "content") VALUES ('2024-06-20', $text$【トレーナー連携を開始しました】

担当トレーナーとアプリでつながり、あなたに合わせたトレーニングメニューを受け取れるようになりました。

連携の手順
1. 設定の「トレーナー連携」で連携コードを発行します。
/settings/trainer-connect
2. 表示された8文字のコードを、15分以内にトレーナーへお伝えください。
3. 連携が完了すると、メニューが「マイトレーナー」に届きます。
/my-trainer

連携中は、トレーナーがあなたのトレーニング記録を確認できます。連携はいつでも解除できます。$text$);
--> statement-breakpoint
INSERT INTO "informations" ("published_dt", "content") VALUES ('2024-12-03', $text$【利用規約を改定しました】

2024年12月3日付で、利用規約を第3版に改定しました。

主な変更点
・トレーナー連携で共有される情報について明記しました。
・ジムの予約、変更、キャンセルについての条項を加えました。
・退会時のデータの削除について明記しました。

次回アプリを開いたときに、改定後の規約への同意をお願いしています。お手数をおかけしますが、内容をご確認のうえ、お手続きください。
/terms$text$);
--> statement-breakpoint
INSERT INTO "informations" ("published_dt", "content") VALUES ('2025-08-15', $text$【マシンのリニューアルと、身長・体重の入力のお願い】

全店舗のトレーニングマシンをリニューアルしました。新しいマシンは、体格に合わせてシートの位置と動作範囲の目安をお知らせします。

これにともない、プロフィールの「身長」と「体重」を必須項目とさせていただきました。まだ入力されていない方には、次回アプリを開いたときに入力をお願いしています。
あわせて「運動習慣」と「トレーニングの目的」もご確認ください。

プロフィールの編集はこちらです。
/settings/userinfo

身長と体重がほかの会員の方に表示されることはありません。$text$);
