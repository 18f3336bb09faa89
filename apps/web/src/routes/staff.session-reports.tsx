import { createFileRoute } from '@tanstack/react-router';
import { readReportSearch } from '#features/staff-session-reports/report-search.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch } from '#lib/route-params.ts';

const validateSearch = onlySearch(readReportSearch);

export const Route = createFileRoute('/staff/session-reports')({
  staticData: { access: 'default', layout: 'auth', title: '通報', group: 'staff' },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { staffReportsQuery } = await loadPart(
      () => import('#features/staff-session-reports/staff-session-reports.queries.ts'),
    );
    await queryClient.infiniteQuery(staffReportsQuery(deps.state ?? 'open'));
  },
  component: lazyScreen(
    () => import('#features/staff-session-reports/staff-session-reports-screen.tsx'),
    'StaffSessionReportsScreen',
  ),
});
