-- The built-in announcements name rows of マイページ as they are. What staff have changed meanwhile stays.
UPDATE "informations" SET "content" = replace("content",
  '1. マイページの「トレーナー連携」で連携コードを発行します。', '1. マイページの「マイトレーナー」で「トレーナーと連携する」を押し、連携コードを発行します。')
WHERE "publish_at" = '2024-06-20T00:00:00+09:00';
--> statement-breakpoint
UPDATE "informations" SET "content" = replace("content",
  '・退会時のデータの削除について明記しました。', '・アカウントを削除したときのデータの取り扱いについて明記しました。')
WHERE "publish_at" = '2024-12-03T00:00:00+09:00';
