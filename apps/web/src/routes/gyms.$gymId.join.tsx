import type { MyMemberships } from '@tanren/contract/memberships/memberships';
import { parseRouteId } from '@tanren/domain/identity/route-paths';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound, useRouter } from '@tanstack/react-router';
import { IconId } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { gymQuery, plansQuery } from '#entities/gyms/gyms.queries.ts';
import { findOwnMembership } from '#entities/memberships/membership-rights.ts';
import { myMembershipsQuery } from '#entities/memberships/memberships.queries.ts';
import { PlanTable } from '#features/gyms/plan-table.tsx';
import type { Review } from '#features/memberships/join/join-confirmation.tsx';
import { JoinSteps } from '#features/memberships/join/join-steps.tsx';
import { isApiError } from '#lib/errors.ts';
import { goBack } from '#lib/go-back.ts';
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
  /** Second step. The first one is shown while nothing was typed. */
  readonly step?: 'confirm';
}

export const Route = createFileRoute('/gyms/$gymId/join')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'プランの申し込み',
    parent: ['/gyms/$gymId', '/reservations', '/settings/membership', '/'],
    subViewParam: 'step',
  },
  params: idParam('gymId'),
  validateSearch: onlySearch((search): JoinSearch => {
    const plan = parseRouteId(String(search['plan']));
    return {
      ...(plan === null ? {} : { plan }),
      ...readNextSearch(search),
      ...(search['step'] === 'confirm' ? { step: 'confirm' } : {}),
    };
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

/** Shows the choice of a plan first, then the two steps of the application. */
function JoinPage() {
  const { gymId } = Route.useParams();
  const { plan: planId, next } = Route.useSearch();
  const { data: gym } = useSuspenseQuery(gymQuery(gymId));
  const { data: plans } = useSuspenseQuery(plansQuery(gymId));
  const { data: mine } = useSuspenseQuery(myMembershipsQuery);
  const { review, isLeaving, hasMoved, ...steps } = useSteps(gymId, next);
  const plan = plans.find(({ id, offered }) => id === planId && offered);
  const isAsked = mine.requests.some((one) => one.kind === 'join' && one.gymId === gymId);
  if (!isLeaving && (isAsked || findOwnMembership(mine, gymId) !== undefined)) {
    return (
      <Page title="プランの申し込み" above={gym.name}>
        <NothingToJoin isAsked={isAsked} />
      </Page>
    );
  }
  if (plan === undefined) {
    return (
      <Page title="プランを選ぶ" above={gym.name}>
        <Card heading="料金プラン">
          <PlanTable plans={plans} gymId={gymId} canApply next={next} />
        </Card>
      </Page>
    );
  }
  return (
    <Page
      title={review === null ? 'プランの申し込み' : '最終確認'}
      above={gym.name}
      lead={
        review === null ? undefined : 'まだお申し込みは完了していません。内容をご確認ください。'
      }
      takesFocus={hasMoved}
    >
      <JoinSteps
        key={plan.id}
        gym={gym}
        plan={plan}
        earlier={mine.memberships[0]}
        next={next}
        review={review}
        {...steps}
      />
    </Page>
  );
}

/**
 * Moves between the steps. The second one is a position of its own in the history, so that Back
 * returns to the input.
 */
function useSteps(gymId: number, next: string | undefined) {
  const { step } = Route.useSearch();
  const navigate = Route.useNavigate();
  const router = useRouter();
  const goOn = useGoOn(gymId, next);
  const [checked, setChecked] = useState<Review | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [hasMoved, setMoved] = useState(false);
  // Whether the previous position in the history is the first step.
  const isFirstBehind = useRef(false);
  return {
    review: step === 'confirm' || isLeaving ? checked : null,
    isLeaving,
    hasMoved,
    onReview: async (review: Review | null) => {
      setChecked(review);
      if (review === null) return;
      setMoved(true);
      if (step === 'confirm') return;
      isFirstBehind.current = true;
      await navigate({ search: (search) => ({ ...search, step: 'confirm' }) });
    },
    onBack: () => {
      if (isFirstBehind.current) router.history.back();
      else void navigate({ search: ({ step: _, ...search }) => search, replace: true });
    },
    onJoined: async (mine: MyMemberships) => {
      setLeaving(true);
      // Back must lead before the whole application.
      if (isFirstBehind.current) await goBack(router.history);
      goOn(mine);
    },
  };
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
