import { createFileRoute } from '@tanstack/react-router';
import { readCodeSearch } from '#features/trained-members/code-search.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { importTrainerPages } from './-trainer-parts.ts';
import { onlySearch } from '#lib/route-params.ts';

const validateSearch = onlySearch(readCodeSearch);

export const Route = createFileRoute('/trainer/')({
  staticData: { access: 'default', layout: 'auth', title: 'トレーナー', group: 'trainer' },
  validateSearch,
  preload: false,
  loader: async ({ context: { queryClient } }) => {
    const { loadMembers } = await loadPart(importTrainerPages);
    await loadMembers(queryClient);
  },
  gcTime: 0,
  component: lazyScreen(importTrainerPages, 'MembersPage'),
});
