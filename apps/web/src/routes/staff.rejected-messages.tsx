import { createFileRoute } from '@tanstack/react-router';
import { readRejectedSearch } from '#features/staff-rejected-messages/rejected-search.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch } from '#lib/route-params.ts';

const validateSearch = onlySearch(readRejectedSearch);

export const Route = createFileRoute('/staff/rejected-messages')({
  staticData: { access: 'default', layout: 'auth', title: '受信エラー', group: 'staff' },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { loadRejectedMessages } = await loadPart(
      () => import('./-staff-rejected-messages-data.ts'),
    );
    await loadRejectedMessages(queryClient, deps);
  },
  component: lazyScreen(
    () => import('#features/staff-rejected-messages/staff-rejected-messages-screen.tsx'),
    'StaffRejectedMessagesScreen',
  ),
});
