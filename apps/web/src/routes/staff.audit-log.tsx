import { createFileRoute } from '@tanstack/react-router';
import { readAuditSearch } from '#features/staff-audit-log/audit-search.ts';
import { lazyScreen, loadPart } from '#lib/chunks.ts';
import { onlySearch } from '#lib/route-params.ts';

const validateSearch = onlySearch(readAuditSearch);

export const Route = createFileRoute('/staff/audit-log')({
  staticData: { access: 'default', layout: 'auth', title: '操作履歴', group: 'staff' },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const { auditLogQuery } = await loadPart(
      () => import('#features/staff-audit-log/staff-audit-log.queries.ts'),
    );
    await queryClient.infiniteQuery(auditLogQuery(deps));
  },
  component: lazyScreen(
    () => import('#features/staff-audit-log/staff-audit-log-screen.tsx'),
    'StaffAuditLogScreen',
  ),
});
