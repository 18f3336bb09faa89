import { IconCircleCheck } from '@tabler/icons-react';
import type { StaffMachine } from '@tanren/contract/staff-machines';
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { staffMachinesQuery } from '#entities/machines/machines.queries.ts';
import { usePageBusy } from '#lib/page-state.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { CardList } from '#ui/card-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FilterSelect } from '#ui/filter-select.tsx';
import { Page } from '#ui/page.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { primaryButtonLink } from '#ui/primary-button.tsx';
import {
  isRejectionReason,
  RejectedMessageCard,
  rejectionChoices,
} from './rejected-message-card.tsx';
import type { RejectedSearch } from './rejected-search.ts';
import classes from './staff-rejected-messages.module.css';
import { rejectedMessagesQuery } from './staff-rejected-messages.queries.ts';

interface RejectedFiltersProps {
  readonly search: RejectedSearch;
  readonly machines: readonly StaffMachine[];
}

export function RejectedFilters({ search, machines }: RejectedFiltersProps) {
  const navigate = useNavigate();
  const go = (next: RejectedSearch) =>
    void navigate({ to: '/staff/rejected-messages', search: next, replace: true });
  const { machineId, ...withoutMachine } = search;
  const { reason, ...withoutReason } = search;
  return (
    <div className={classes.filters}>
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
    </div>
  );
}

const route = getRouteApi('/staff/rejected-messages');
const cardHeight = 176;

export function StaffRejectedMessagesScreen() {
  const search = route.useSearch();
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
          <CardList>
            {messages.map((message) => (
              <li key={message.id}>
                <RejectedMessageCard
                  message={message}
                  machineName={nameMachine(message.machineId)}
                />
              </li>
            ))}
          </CardList>
        </PagedList>
      )}
    </Page>
  );
}

function Nothing({ isNarrowed }: { readonly isNarrowed: boolean }) {
  return isNarrowed ? (
    <EmptyState
      Icon={IconCircleCheck}
      text="この条件の受信エラーはありません。"
      action={
        <Link to="/staff/rejected-messages" search={{}} className={primaryButtonLink}>
          すべて表示する
        </Link>
      }
    />
  ) : (
    <EmptyState
      Icon={IconCircleCheck}
      text="受信エラーはありません。"
      action={
        <Link to="/staff/machines" className={primaryButtonLink}>
          マシンを見る
        </Link>
      }
    />
  );
}
