import type { MyMemberships } from '@tanren/contract/memberships/memberships';
import { parseRouteId } from '@tanren/domain/identity/route-paths';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { IconId } from '@tabler/icons-react';
import { gymQuery, plansQuery } from '#entities/gyms/gyms.queries.ts';
import { findOwnMembership } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { PlanTable } from '#features/gyms/plan-table.tsx';
import { JoinForm } from '#features/memberships/join-form.tsx';
import { isApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { idParam, onlySearch, readNextSearch } from '#lib/route-params.ts';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { Page } from '#ui/page.tsx';

interface JoinSearch {
  /** Plan to apply for. When absent, the member chooses one first. */
  readonly plan?: number;
  /** Path to return to after the application. */
  readonly next?: string;
}

export const Route = createFileRoute('/gyms/$gymId/join')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'プランの申し込み',
    parent: ['/gyms/$gymId', '/reservations', '/settings/membership', '/'],
  },
  params: idParam('gymId'),
  validateSearch: onlySearch((search): JoinSearch => {
    const plan = parseRouteId(String(search['plan']));
    return { ...(plan === null ? {} : { plan }), ...readNextSearch(search) };
  }),
  loader: async ({ context: { queryClient }, params: { gymId } }) => {
    // The error page reports the failure.
    const errorShownByPage = { meta: { errorShownByPage: true } };
    try {
      await Promise.all([
        queryClient.query({ ...gymQuery(gymId), ...errorShownByPage }),
        queryClient.query({ ...plansQuery(gymId), ...errorShownByPage }),
        queryClient.query(myMembershipsQuery),
      ]);
    } catch (error) {
      throw isApiError(error, 404) || isApiError(error, 400) ? notFound() : error;
    }
  },
  component: JoinPage,
});

/** Shows the choice of a plan first, then its form. */
function JoinPage() {
  const { gymId } = Route.useParams();
  const { plan: planId, next } = Route.useSearch();
  const { data: gym } = useSuspenseQuery(gymQuery(gymId));
  const { data: plans } = useSuspenseQuery(plansQuery(gymId));
  const { data: mine } = useSuspenseQuery(myMembershipsQuery);
  const goOn = useGoOn(gymId, next);
  const plan = plans.find(({ id, offered }) => id === planId && offered);
  const isAsked = mine.requests.some((one) => one.kind === 'join' && one.gymId === gymId);
  if (isAsked || findOwnMembership(mine, gymId) !== undefined) {
    return (
      <Page title="プランの申し込み" above={gym.name}>
        <NothingToJoin isAsked={isAsked} />
      </Page>
    );
  }
  return (
    <Page title={plan ? 'プランの申し込み' : 'プランを選ぶ'} above={gym.name}>
      {plan ? (
        <JoinForm
          key={plan.id}
          gym={gym}
          plan={plan}
          earlier={mine.memberships[0]}
          next={next}
          onJoined={goOn}
        />
      ) : (
        <Card heading="料金プラン">
          <PlanTable plans={plans} gymId={gymId} canApply next={next} />
        </Card>
      )}
    </Page>
  );
}

/**
 * Welcomes a member who has joined. An application that staff must decide is shown in the settings.
 */
function useGoOn(gymId: number, next: string | undefined) {
  const navigate = Route.useNavigate();
  return (mine: MyMemberships) => {
    if (findOwnMembership(mine, gymId) === undefined) {
      const isOfMinor = mine.requests.some(
        (one) => one.gymId === gymId && one.guardian !== undefined,
      );
      notifyDone(
        '申し込みました',
        isOfMinor
          ? '保護者にメールをお送りします。'
          : 'ジムの確認が済むと、メールでお知らせします。',
      );
      void navigate({ to: '/settings/membership', replace: true });
      return;
    }
    void navigate({
      to: '/gyms/$gymId/joined',
      search: next === undefined ? {} : { next },
      replace: true,
    });
  };
}

function NothingToJoin({ isAsked }: { readonly isAsked: boolean }) {
  return (
    <EmptyState
      Icon={IconId}
      text={
        isAsked
          ? 'お申し込みの結果は、メールでお知らせします。'
          : 'このジムのプランは、会員契約のページで変更できます。'
      }
      action={
        <Link to="/settings/membership" className={primaryButtonLink}>
          会員契約を確認する
        </Link>
      }
    />
  );
}
