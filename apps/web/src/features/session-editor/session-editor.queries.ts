import { listTrainingSessionTags } from '@tanren/contract/training-sessions';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { trainingSessionsKey } from '#lib/session-keys.ts';

const mostSuggestions = 8;

/** null: the field is not in use. Without suggestions one can still type, so nobody is told. */
export function tagSuggestionsQuery(text: string | null, chosen: readonly string[]) {
  const query = text ?? '';
  return queryOptions({
    queryKey: [trainingSessionsKey, 'tags', query],
    queryFn: ({ signal }) =>
      callApi(listTrainingSessionTags, { querystring: query === '' ? {} : { query } }, signal),
    enabled: text !== null && query.length <= 100,
    placeholderData: keepPreviousData,
    select: (tags) => tags.filter(({ tag }) => !chosen.includes(tag)).slice(0, mostSuggestions),
    retry: false,
    meta: { toldByPage: true },
  });
}
