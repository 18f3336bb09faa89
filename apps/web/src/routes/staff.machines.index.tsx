import { useNow } from '#lib/server-time.ts';
import { staffMachinesQuery } from '#features/machines/staff/staff-machines.queries.ts';
import { IconBarbell, IconLayoutGrid, IconPlus } from '@tabler/icons-react';
import type { StaffMachine } from '@tanren/contract/machines/staff-machines';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { MachineList } from '#features/machines/staff/machine-card.tsx';
import { readMachineState } from '#features/machines/staff/machine-state.ts';
import { EmptyState } from '#ui/feedback/notices.tsx';
import { Page, SectionHeading, wideAction } from '#ui/page.tsx';
import { plainLink, primaryButtonLink } from '#ui/buttons.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Row, Stack } from '#ui/layout.tsx';

export const Route = createFileRoute('/staff/machines/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'マシン',
    parent: '/staff',
    group: 'staff',
  },
  loader: async ({ context: { queryClient } }) => {
    await queryClient.query(staffMachinesQuery);
  },
  component: StaffMachinesPage,
});

/** Refetch interval in milliseconds. Machines connect and disconnect while staff work on them. */
const refetchMs = 15_000;

function StaffMachinesPage() {
  const { data: machines } = useSuspenseQuery({
    ...staffMachinesQuery,
    refetchInterval: refetchMs,
  });
  const gyms = groupByGym(machines);
  return (
    <Page title="マシン" action={machines.length === 0 ? undefined : <AddLink />}>
      {machines.length === 0 ? (
        <EmptyState
          Icon={IconBarbell}
          text="マシンはまだ登録されていません。"
          action={<AddLink />}
        />
      ) : (
        gyms.map((gym) => <GymSection key={gym.gymId} gym={gym} />)
      )}
    </Page>
  );
}

interface GymMachines {
  readonly gymId: number;
  readonly gymName: string;
  readonly machines: readonly StaffMachine[];
  readonly retired: readonly StaffMachine[];
}

/** Groups machines by gym in their order, which is by gym and number. */
function groupByGym(machines: readonly StaffMachine[]): GymMachines[] {
  return Array.from(new Set(machines.map(({ gymId }) => gymId)), (gymId) => {
    const ofGym = machines.filter((machine) => machine.gymId === gymId);
    return {
      gymId,
      gymName: ofGym[0]?.gymName ?? '',
      machines: ofGym.filter(({ retiredAt }) => retiredAt === null),
      retired: ofGym.filter(({ retiredAt }) => retiredAt !== null),
    };
  });
}

function AddLink() {
  return (
    <div className={wideAction}>
      <Link to="/staff/machines/new" className={primaryButtonLink} data-variant="default">
        <IconPlus size={20} stroke={2} aria-hidden />
        マシンを追加する
      </Link>
    </div>
  );
}

function GymSection({ gym: { gymId, gymName, machines, retired } }: { readonly gym: GymMachines }) {
  const now = useNow(refetchMs);
  const offline = machines.filter((machine) => readMachineState(machine) === 'offline').length;
  return (
    <Stack aria-labelledby={`gym-${gymId}`} as="section" gap={12}>
      <Row gap={12} rowGap={0} align="center" justify="between" wrap>
        <SectionHeading
          id={`gym-${gymId}`}
          note={`${machines.length}台${offline === 0 ? '' : `・オフライン ${offline}台`}`}
        >
          {gymName}
        </SectionHeading>
        <Link to="/staff/gyms/$gymId/floor" params={{ gymId }} className={plainLink}>
          <IconLayoutGrid size={20} stroke={1.75} aria-hidden />
          フロアの配置
        </Link>
      </Row>
      <MachineList machines={machines} now={now} />
      {retired.length === 0 ? null : (
        <Disclosure label={`撤去済みのマシン（${retired.length}台）`}>
          <MachineList machines={retired} now={now} />
        </Disclosure>
      )}
    </Stack>
  );
}
