import { foldForSearch } from '@tanren/domain/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { chip, Chips } from '#ui/chips.tsx';
import { LoadAgainIfMissing } from '#ui/load-again.tsx';
import { sessionTagsQuery } from './training-sessions.queries.ts';
import { useSessionSearch } from './use-session-search.ts';

const most = 12;

/**
 * The most used tags or, while there is a word, those that contain it: they then take its place.
 * The chosen one always stands first, so that it can be undone.
 */
export function TagChips() {
  const { search, linkTo } = useSessionSearch();
  const { query = '', tag: chosen } = search;
  const mostUsed = useQuery(sessionTagsQuery(''));
  const popular = mostUsed.data ?? [];
  const { data: fitting = [] } = useQuery({
    ...sessionTagsQuery(query),
    placeholderData: keepPreviousData,
  });
  const suggests = query !== '' && fitting.length > 0;
  const isChosen = (tag: string) =>
    chosen !== undefined && foldForSearch(tag) === foldForSearch(chosen);
  // One's own tags are among them, of which no public session may know anything.
  const others = (suggests ? fitting : popular)
    .filter(({ tag, count }) => count > 0 && !isChosen(tag))
    .slice(0, most);
  if (chosen === undefined && others.length === 0) {
    return <LoadAgainIfMissing what="タグ" query={mostUsed} />;
  }
  return (
    <Chips label="タグで絞り込む" chosen={chosen ?? ''}>
      <Link {...linkTo({ tag: undefined })} className={chip}>
        すべて
      </Link>
      {chosen === undefined ? null : (
        <Link {...linkTo({})} className={chip}>
          #{chosen}
        </Link>
      )}
      {others.map(({ tag }) => (
        <Link
          key={tag}
          {...linkTo(suggests ? { tag, query: undefined } : { tag })}
          className={chip}
        >
          #{tag}
        </Link>
      ))}
    </Chips>
  );
}
