import { IconHourglass, IconPrinter } from '@tabler/icons-react';
import { minMeasuredDays } from '@tanren/domain/machines/machine-waits';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { GymTabs } from '#features/gyms/staff/gym-tabs.tsx';
import {
  LongestQueues,
  SavedMinutes,
  WaitsByHour,
  WaitsNote,
} from '#features/machines/staff/machine-waits.tsx';
import { WaitsSheet } from '#features/machines/staff/machine-waits-sheet.tsx';
import { describeWaitsPeriod } from '#features/machines/staff/machine-wait-words.ts';
import { gymWaitsQuery } from '#features/machines/staff/staff-machines.queries.ts';
import { isApiError } from '#lib/errors.ts';
import { idParam, onlySearch } from '#lib/route-params.ts';
import { PlainButton } from '#ui/buttons.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(({ part }): { readonly part?: 'weekend' } =>
  part === 'weekend' ? { part } : {},
);

export const Route = createFileRoute('/staff/gyms/$gymId/waits')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'マシンの待ち時間',
    parent: '/staff/gyms',
    group: 'staff',
  },
  params: idParam('gymId'),
  validateSearch,
  loader: async ({ context: { queryClient }, params: { gymId } }) => {
    try {
      await queryClient.query(gymWaitsQuery(gymId));
    } catch (error) {
      throw isApiError(error, 404) || isApiError(error, 400) ? notFound() : error;
    }
  },
  component: GymWaitsPage,
});

function GymWaitsPage() {
  const { gymId } = Route.useParams();
  const { part = 'weekdays' } = Route.useSearch();
  const { data: waits } = useSuspenseQuery(gymWaitsQuery(gymId));
  const hasEnough = waits.days >= minMeasuredDays;
  return (
    <Page
      title={waits.gymName}
      lead={hasEnough ? `マシンの待ち時間（${describeWaitsPeriod(waits)}）` : undefined}
      wide
      action={hasEnough ? <PrintButton /> : undefined}
    >
      <GymTabs gymId={gymId} />
      {hasEnough ? (
        <>
          <LongestQueues waits={waits} />
          <WaitsByHour waits={waits} part={part} />
          <SavedMinutes waits={waits} />
          <WaitsNote />
          <WaitsSheet waits={waits} />
        </>
      ) : (
        <EmptyState
          Icon={IconHourglass}
          text={`先月の記録がまだ足りません。\nマシンの利用が${minMeasuredDays}日分たまると、待ち時間を表示します（現在${waits.days}日分）。`}
        />
      )}
    </Page>
  );
}

function PrintButton() {
  return (
    <PlainButton
      onClick={() => {
        window.print();
      }}
    >
      <IconPrinter size={20} stroke={1.75} aria-hidden />
      印刷
    </PlainButton>
  );
}
