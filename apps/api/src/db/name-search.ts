import { type SQL, sql } from 'drizzle-orm';

/**
 * Maximum number of matches that one search sorts. A text with more matches finds only some of them,
 * because reading and sorting all of them would take seconds.
 */
export const maxSortedMatches = 2000;

/**
 * Returns whether the text is a single character. It is then compared with the beginnings of names
 * only, because nearly all names may contain it.
 */
export function isSingleCharacter(part: string): boolean {
  return Array.from(part.normalize('NFKC')).length === 1;
}

/** Returns the condition for names that begin with the text. Uses an index on `search_name(name)`. */
export function beginsWith(name: SQL, prefix: string): SQL {
  const pattern = `${prefix.normalize('NFKC').replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`search_name(${name}) like search_name(${pattern})`;
}

/**
 * Returns the condition for names with the text anywhere. A name with all pairs of characters may
 * not contain the whole text, so the condition checks that too. It does not use `like`, whose
 * wildcards may be in the text.
 */
export function contains(name: SQL, part: string): SQL {
  const text = sql`search_name(${part})`;
  return sql`search_grams(search_name(${name})) @> search_grams(${text})
    and strpos(search_name(${name}), ${text}) > 0`;
}

/**
 * Returns the condition for contracts with the text anywhere in the name or in its フリガナ. A single
 * character has to begin the family name or the given name.
 */
export function matchesContractName(name: SQL, kana: SQL, part: string): SQL {
  return sql`(${matchesName(name, part)} or ${matchesName(kana, part)})`;
}

function matchesName(name: SQL, part: string): SQL {
  if (!isSingleCharacter(part)) return contains(name, part);
  const given = sql`split_part(${name}, ' ', 2)`;
  // The array is the expression of the indexes `memberships_search_name_initials` and
  // `memberships_search_kana_initials`.
  return sql`array[left(search_name(${name}), 1), left(search_name(${given}), 1)]
    @> array[search_name(${part})]`;
}
