import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { usePageBusy } from '#lib/page-state.tsx';
import { staffMachinesQuery } from '#features/machines/staff/staff-machines.queries.ts';
import { IconCircleCheck } from '@tabler/icons-react';
import { listRejectedMessages, type StaffMachine } from '@tanren/contract/machines/staff-machines';
import { parseRouteId } from '@tanren/domain/identity/route-paths';
import {
  infiniteQueryOptions,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router';
import {
  isRejectionReason,
  RejectedMessageCard,
  rejectionChoices,
} from '#features/machines/staff/rejected-message-card.tsx';
import { callApi } from '#lib/api.ts';
import { onlySearch } from '#lib/route-params.ts';
import { TableList } from '#ui/lists/table-list.tsx';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { FilterSelect } from '#ui/forms/select-fields.tsx';
import { Page } from '#ui/page.tsx';
import { PagedList } from '#ui/lists/paged-list.tsx';
import { primaryButtonLink } from '#ui/buttons.tsx';
import { Stack } from '#ui/layout.tsx';

const validateSearch = onlySearch(readRejectedSearch);

export const Route = createFileRoute('/staff/rejected-messages')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '受信エラー',
    parent: '/staff',
    group: 'staff',
  },
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    await Promise.all([
      queryClient.query(staffMachinesQuery),
      queryClient.infiniteQuery(rejectedMessagesQuery(deps)),
    ]);
  },
  component: RejectedMessagesPage,
});

/** Filters of the list. The page checks their values. */
interface RejectedSearch {
  readonly machineId?: number;
  readonly reason?: string;
}

function readRejectedSearch({ machineId, reason }: Record<string, unknown>): RejectedSearch {
  const id = typeof machineId === 'number' ? parseRouteId(String(machineId)) : null;
  return {
    ...(id === null ? {} : { machineId: id }),
    ...(typeof reason === 'string' ? { reason } : {}),
  };
}

/** Fetches the rejected messages. An unknown reason is ignored. */
function rejectedMessagesQuery({ machineId, reason }: RejectedSearch) {
  const filter = {
    ...(machineId === undefined ? {} : { machineId }),
    ...(isRejectionReason(reason) ? { reason } : {}),
  };
  return infiniteQueryOptions({
    queryKey: ['staff-rejected-messages', filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        listRejectedMessages,
        { querystring: { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

const cardHeight = 176;

function RejectedMessagesPage() {
  const search = Route.useSearch();
  const { data: machines } = useSuspenseQuery(staffMachinesQuery);
  const query = useSuspenseInfiniteQuery(rejectedMessagesQuery(search));
  const busy = usePageBusy();
  const messages = query.data.pages.flatMap(({ items }) => items);
  const nameMachine = (machineId: number) => {
    const machine = machines.find(({ id }) => id === machineId);
    return machine === undefined ? null : nameWorkoutType(machine.workoutTypeId);
  };
  return (
    <Page
      title="受信エラー"
      lead="マシンから届き、記録できなかったデータです。90日間保存されます。"
    >
      <RejectedFilters search={search} machines={machines} />
      {messages.length === 0 ? (
        <Nothing isNarrowed={Object.keys(search).length > 0} />
      ) : (
        <PagedList query={query} itemHeight={cardHeight} busy={busy}>
          <TableList
            columns="180px minmax(0, 1.4fr) minmax(0, 1fr)"
            names={['日時', '理由', 'マシン']}
          >
            {messages.map((message) => (
              <li key={message.id}>
                <RejectedMessageCard
                  message={message}
                  machineName={nameMachine(message.machineId)}
                />
              </li>
            ))}
          </TableList>
        </PagedList>
      )}
    </Page>
  );
}

interface RejectedFiltersProps {
  readonly search: RejectedSearch;
  readonly machines: readonly StaffMachine[];
}

function RejectedFilters({ search, machines }: RejectedFiltersProps) {
  const navigate = useNavigate();
  const go = (next: RejectedSearch) =>
    void navigate({ to: '/staff/rejected-messages', search: next, replace: true });
  const { machineId, ...withoutMachine } = search;
  const { reason, ...withoutReason } = search;
  return (
    <Stack fit={240} gap={12}>
      <FilterSelect
        label="マシン"
        value={machineId ?? null}
        choices={machines.map((machine) => ({
          id: machine.id,
          label: `${machine.id} ${nameWorkoutType(machine.workoutTypeId)}（${machine.gymName}）`,
        }))}
        onChoose={(id) => {
          go(id === null ? withoutMachine : { ...search, machineId: id });
        }}
      />
      <FilterSelect
        label="理由"
        value={isRejectionReason(reason) ? reason : null}
        choices={rejectionChoices}
        onChoose={(id) => {
          go(id === null ? withoutReason : { ...search, reason: id });
        }}
      />
    </Stack>
  );
}

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  return isNarrowed ? (
    <EmptyState
      Icon={IconCircleCheck}
      text="この条件の受信エラーはありません。"
      action={
        <Link
          to="/staff/rejected-messages"
          search={{}}
          className={primaryButtonLink}
          data-variant="default"
        >
          すべて表示する
        </Link>
      }
    />
  ) : (
    <EmptyState
      Icon={IconCircleCheck}
      text="受信エラーはありません。"
      action={
        <Link to="/staff/machines" className={primaryButtonLink} data-variant="default">
          マシンを見る
        </Link>
      }
    />
  );
}
