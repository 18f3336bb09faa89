import { foldForSearch } from '@tanren/domain/text';
import type { WorkoutTypeId } from '@tanren/domain/workouts/workout-type-ids';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import { NativeSelect } from '#ui/forms/select-fields.tsx';
import { Box, Stack } from '#ui/layout.tsx';
import { chip, Chips, segment, Segments } from '#ui/lists/chips.tsx';
import { SearchField } from './search-field.tsx';
import { readMenuSearch, type MenuSearch } from './menu-search.ts';
import { menuTagsQuery } from './menus.queries.ts';

const route = getRouteApi('/search-training-sessions');

/** `undefined` removes the parameter. */
type Change = { readonly [K in keyof MenuSearch]?: MenuSearch[K] | undefined };

/**
 * Returns the search and functions to change it. Every change keeps the other parameters and can be
 * undone with 戻る.
 */
function useMenuSearch() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const withChange = (change: Change) => readMenuSearch({ ...search, ...change });
  return {
    search,
    linkTo: (change: Change) => ({
      to: '/search-training-sessions' as const,
      search: withChange(change),
      resetScroll: false,
      // Exact matching is needed, because otherwise a link that omits a parameter would be active
      // for every value of it.
      activeOptions: { exact: true, includeSearch: true },
    }),
    go: (change: Change, replace = false) => {
      void navigate({
        to: '/search-training-sessions',
        search: withChange(change),
        replace,
        resetScroll: false,
      });
    },
  };
}

const sorts = [
  { sort: undefined, name: '新着順' },
  { sort: 'favorites', name: '人気順' },
] as const;

export function SearchControls() {
  const { search, linkTo, go } = useMenuSearch();
  return (
    <Stack columns={2} gap={8} align="center">
      <Box across>
        <SearchField
          words={search.query ?? ''}
          onSearch={(query, isFirst) => {
            go({ query }, !isFirst);
          }}
        />
      </Box>
      {/* The list below does not move when the tags appear. */}
      <Box across tall={52}>
        <TagChips />
      </Box>
      <TypeSelect />
      <Segments label="並べ替え">
        {sorts.map(({ sort, name }) => (
          <Link key={name} {...linkTo({ sort })} className={segment}>
            {name}
          </Link>
        ))}
      </Segments>
    </Stack>
  );
}

const max = 12;

/**
 * Shows the most used tags or, during a text search, those that contain the text. A tapped tag then
 * replaces the text. The chosen tag always comes first, so that it can be removed.
 */
function TagChips() {
  const { search, linkTo } = useMenuSearch();
  const { query = '', tag: chosen } = search;
  const mostUsed = useQuery(menuTagsQuery(''));
  const popular = mostUsed.data ?? [];
  const { data: fitting = [] } = useQuery({
    ...menuTagsQuery(query),
    placeholderData: keepPreviousData,
  });
  const suggests = query !== '' && fitting.length > 0;
  const isChosen = (tag: string) =>
    chosen !== undefined && foldForSearch(tag) === foldForSearch(chosen);
  // The suggestions include the member's own tags, which may occur in no public menu.
  const others = (suggests ? fitting : popular)
    .filter(({ tag, count }) => count > 0 && !isChosen(tag))
    .slice(0, max);
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

const choices: readonly { id: WorkoutTypeId | null; label: string }[] = [
  { id: null, label: 'すべての種目' },
  ...workoutTypes.map(({ id, name }) => ({ id, label: name })),
];

/** Shows a select, because there are too many types for a row of links. */
function TypeSelect() {
  const { search, go } = useMenuSearch();
  return (
    <NativeSelect
      aria-label="種目"
      value={search.workoutType ?? null}
      choices={choices}
      onChoose={(id) => {
        go({ workoutType: id ?? undefined });
      }}
    />
  );
}
