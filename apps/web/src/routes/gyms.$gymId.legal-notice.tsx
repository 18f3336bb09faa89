import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { legalNoticeQuery } from '#entities/gyms/gyms.queries.ts';
import { LegalNoticeItems } from '#features/gyms/legal-notice-items.tsx';
import { isApiError } from '#lib/errors.ts';
import { idParam } from '#lib/route-params.ts';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/gyms/$gymId/legal-notice')({
  staticData: {
    access: 'public',
    layout: 'simple',
    title: '特定商取引法に基づく表記',
    parent: '/gyms/$gymId',
  },
  params: idParam('gymId'),
  loader: async ({ context: { queryClient }, params: { gymId } }) => {
    try {
      await queryClient.query({ ...legalNoticeQuery(gymId), meta: { errorShownByPage: true } });
    } catch (error) {
      throw isApiError(error, 404) || isApiError(error, 400) ? notFound() : error;
    }
  },
  component: LegalNoticePage,
});

/** Shows who operates a gym, and under which conditions it sells memberships. */
function LegalNoticePage() {
  const { gymId } = Route.useParams();
  const { data: notice } = useSuspenseQuery(legalNoticeQuery(gymId));
  return (
    <Page title="特定商取引法に基づく表記" above={notice.gymName}>
      <LegalNoticeItems notice={notice} />
    </Page>
  );
}
