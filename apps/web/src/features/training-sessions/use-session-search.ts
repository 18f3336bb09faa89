import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { readSessionSearch, type SessionSearch } from './session-search.ts';

const route = getRouteApi('/search-training-sessions');

/** undefined: no longer wished. */
type Change = { readonly [K in keyof SessionSearch]?: SessionSearch[K] | undefined };

/** Every choice keeps all the others, and is a step that 戻る undoes. */
export function useSessionSearch() {
  const search = readSessionSearch({ ...route.useSearch() });
  const navigate = useNavigate();
  const withChange = (change: Change) => readSessionSearch({ ...search, ...change });
  return {
    search,
    linkTo: (change: Change) => ({
      to: '/search-training-sessions' as const,
      search: withChange(change),
      resetScroll: false,
      // Otherwise what leaves a choice out would count as chosen with every one.
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
