-- The link below the line is named プロフィールの編集 itself. What staff have changed meanwhile stays.
UPDATE "informations" SET "content" = replace("content",
  E'プロフィールの編集はこちらです。\n/settings/userinfo', E'ご入力は、こちらからお願いいたします。\n/settings/userinfo')
WHERE "publish_at" = '2025-08-15T00:00:00+09:00';
