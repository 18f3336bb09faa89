-- The built-in announcements in the words of docs/words.md. What staff have changed meanwhile stays.
UPDATE "informations" SET "content" = replace(replace("content",
  '総発揮力（TFO）：', '総発揮力：'),
  '掲載を希望されない方は、設定からいつでも非表示にできます。', '掲載を希望されない方は、マイページからいつでも非表示にできます。')
WHERE "publish_at" = '2022-10-03T00:00:00+09:00';
--> statement-breakpoint
UPDATE "informations" SET "content" = replace(replace("content",
  'ジムごとの締切時刻まで承ります。', 'ジムごとの期限まで承ります。'),
  '・予約開始の15分前から終了まで、入口の解錠コードがアプリに表示されます。', '・ご利用開始の15分前から終了まで、入館コードがアプリに表示されます。')
WHERE "publish_at" = '2023-11-08T00:00:00+09:00';
--> statement-breakpoint
UPDATE "informations" SET "content" = replace("content",
  '1. 設定の「トレーナー連携」で', '1. マイページの「トレーナー連携」で')
WHERE "publish_at" = '2024-06-20T00:00:00+09:00';
