import { createFileRoute } from '@tanstack/react-router';
import { pickMemberSearch } from '#features/trained-members/member-search.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch } from '#lib/route-params.ts';
import { importTrainerPages } from './-trainer-parts.ts';

const validateSearch = onlySearch(pickMemberSearch);

export const Route = createFileRoute('/trainer/members/$memberId/')({
  staticData: { access: 'default', layout: 'auth', title: '担当会員', group: 'trainer' },
  validateSearch,
  loaderDeps: ({ search }) => search,
  // The member is told who looked at what: a finger that only passes over a link has not looked.
  preload: false,
  loader: async ({ context: { queryClient }, params: { memberId }, deps }) => {
    const { loadMember } = await loadPart(importTrainerPages);
    return loadMember(queryClient, memberId, { ...deps });
  },
  // What an earlier visit saw may be no longer shared.
  gcTime: 0,
  component: lazyScreen(importTrainerPages, 'MemberPage'),
});
