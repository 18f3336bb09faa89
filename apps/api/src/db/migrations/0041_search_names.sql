-- What a name is searched by: NFKC, lower case, hiragana for katakana, and no spaces. Names and what
-- staff type both pass through it.
CREATE FUNCTION "search_name"(content text) RETURNS text
	LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
	SELECT translate(lower(normalize(content, NFKC)), 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ ', 'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ')
$$;
--> statement-breakpoint
CREATE INDEX "memberships_search_name_parts" ON "memberships" USING gin (search_grams(search_name("name"))) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "user_infos_by_search_name" ON "user_infos" USING btree (search_name("nickname") text_pattern_ops,"sub");--> statement-breakpoint
CREATE INDEX "user_infos_search_name_parts" ON "user_infos" USING gin (search_grams(search_name("nickname"))) WITH (fastupdate=false);