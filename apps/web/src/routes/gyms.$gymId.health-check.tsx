import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { IconHeartbeat } from '@tabler/icons-react';
import { useState } from 'react';
import { HealthCheckForm } from '#features/memberships/health-check-form.tsx';
import { HealthCheckResult } from '#features/memberships/health-check-result.tsx';
import { healthCheckQuery } from '#features/memberships/health-checks.queries.ts';
import { isApiError } from '#lib/errors.ts';
import { idParam } from '#lib/route-params.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Stack, Text } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';

export const Route = createFileRoute('/gyms/$gymId/health-check')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '健康チェック',
    parent: ['/gyms/$gymId', '/', '/reservations'],
  },
  params: idParam('gymId'),
  loader: async ({ context: { queryClient }, params: { gymId } }) => {
    try {
      await queryClient.query(healthCheckQuery(gymId));
    } catch (error) {
      // The API answers 400 for a number that cannot be the id of a gym.
      throw isApiError(error, 404) || isApiError(error, 400) ? notFound() : error;
    }
  },
  component: HealthCheckPage,
});

function HealthCheckPage() {
  const { gymId } = Route.useParams();
  const { data } = useSuspenseQuery(healthCheckQuery(gymId));
  const { gymName, isAsked, check } = data;
  const [isChanging, setIsChanging] = useState(false);
  if (check !== null && !isChanging) {
    return (
      <Page title="健康チェック" above={gymName}>
        <HealthCheckResult
          gymId={gymId}
          check={check}
          onChange={
            isAsked
              ? () => {
                  setIsChanging(true);
                }
              : null
          }
        />
      </Page>
    );
  }
  return (
    <Page title="健康チェック" above={gymName}>
      {isAsked ? (
        <Stack gap={24}>
          <Text leading="loose">
            安全にトレーニングしていただくため、はじめる前に7つの質問にお答えください。
            <span className="range">回答は任意です。</span>
            「はい」があっても、トレーニングを禁止するものではありません。
          </Text>
          <HealthCheckForm
            gym={data}
            answers={check?.answers}
            onAnswered={() => {
              setIsChanging(false);
              window.scrollTo(0, 0);
            }}
          />
        </Stack>
      ) : (
        <EmptyState Icon={IconHeartbeat} text="このジムでは、健康チェックを行っていません。" />
      )}
    </Page>
  );
}
