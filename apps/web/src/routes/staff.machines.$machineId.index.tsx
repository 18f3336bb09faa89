import { MachineDrawing } from '#entities/workouts/drawings/machine-drawing.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { useNow } from '#lib/server-time.ts';
import { formatKg } from '#lib/number-format.ts';
import { GonePage } from '#lib/page-state.tsx';
import type { MachineWithSecret, StaffMachine } from '@tanren/contract/machines/staff-machines';
import { useSuspenseQuery } from '@tanstack/react-query';
import { IconTool } from '@tabler/icons-react';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { useState } from 'react';
import { MachineActions } from '#features/machines/staff/machine-actions.tsx';
import { MachineStateMark } from '#features/machines/staff/machine-card.tsx';
import {
  describeLastSeen,
  describeMove,
  describeOffset,
} from '#features/machines/staff/machine-state.ts';
import { SecretPanel } from '#features/machines/staff/secret-panel.tsx';
import classes from '#features/machines/staff/staff-machines.module.css';
import { staffMachineQuery } from '#features/machines/staff/staff-machines.queries.ts';
import { formatMoment } from '#lib/dates.ts';
import { idParam } from '#lib/route-params.ts';
import { Notice } from '#ui/feedback/notices.tsx';
import { Note, Stack } from '#ui/layout.tsx';
import { Page } from '#ui/page.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FactList } from '#ui/lists/data-table.tsx';

export const Route = createFileRoute('/staff/machines/$machineId/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'マシンの詳細',
    parent: '/staff/machines',
    group: 'staff',
  },
  params: idParam('machineId'),
  loader: async ({ context: { queryClient }, params: { machineId } }) => {
    if ((await queryClient.query(staffMachineQuery(machineId))) === null) throw notFound();
  },
  component: StaffMachinePage,
});

const refetchMs = 15_000;

function StaffMachinePage() {
  const { machineId } = Route.useParams();
  const { data: machine } = useSuspenseQuery({
    ...staffMachineQuery(machineId),
    refetchInterval: refetchMs,
  });
  const [renewed, setRenewed] = useState<MachineWithSecret | null>(null);
  if (machine === null) return <GonePage />;
  return (
    <Page
      title={`マシン ${machine.id}`}
      lead={`${nameWorkoutType(machine.workoutTypeId)}・${machine.gymName}`}
      picture={<MachineDrawing workoutTypeId={machine.workoutTypeId} size={72} ground="page" />}
      action={<MachineStateMark machine={machine} />}
    >
      {machine.moved === undefined ? null : (
        <Notice Icon={IconTool}>
          {describeMove(machine.moved)}。マシンの状態を確認してください。
        </Notice>
      )}
      {renewed === null ? null : <SecretPanel {...renewed} />}
      <Stack gap={24} align="start" className={classes.columns}>
        <MachineFacts machine={machine} />
        {machine.retiredAt === null ? (
          <MachineActions machine={machine} onRenewed={setRenewed} />
        ) : null}
      </Stack>
    </Page>
  );
}

function describeLoads(min: number, max: number, step: number): string {
  return `${formatKg(min)}〜${formatKg(max)}kg（${formatKg(step)}kgごと）`;
}

/** Names the loads that the machine itself reports, if they differ from the registered ones. */
function describeOwnLoads({ description, minLoad, maxLoad, loadStep }: StaffMachine) {
  if (!description) return [];
  const { minKg, maxKg, stepKg } = description.loads;
  if (minKg === minLoad && maxKg === maxLoad && stepKg === loadStep) return [];
  return [
    {
      name: 'マシンの報告',
      value: (
        <>
          {describeLoads(minKg, maxKg, stepKg)}
          <br />
          <Note>登録した重量と異なります。記録が受信エラーになることがあります。</Note>
        </>
      ),
    },
  ];
}

function Inspection({ since, note }: NonNullable<StaffMachine['inspection']>) {
  return (
    <>
      {formatMoment(since)}から
      {note === '' ? null : (
        <Note weight={400} lines>
          {note}
        </Note>
      )}
    </>
  );
}

function MachineFacts({ machine }: { readonly machine: StaffMachine }) {
  const now = useNow(refetchMs);
  const { minLoad, maxLoad, loadStep, lastSeenAt, retiredAt, description = null } = machine;
  const facts = [
    ...(description === null
      ? []
      : [{ name: 'メーカー・機種', value: `${description.maker} ${description.model}` }]),
    {
      name: '最終通信',
      value:
        lastSeenAt === null ? (
          describeLastSeen(null, now)
        ) : (
          <>
            {describeLastSeen(lastSeenAt, now)}
            <br />
            <Note dateTime={lastSeenAt} as="time" weight={400}>
              {formatMoment(lastSeenAt)}
            </Note>
          </>
        ),
    },
    { name: 'ソフトウェアのバージョン', value: machine.firmware ?? '—' },
    { name: '通信方式', value: `バージョン${description?.protocol ?? 1}` },
    {
      name: '重量',
      value: describeLoads(minLoad, maxLoad, loadStep),
    },
    ...describeOwnLoads(machine),
    {
      name: '受信エラー（24時間）',
      value: (
        <Link to="/staff/rejected-messages" search={{ machineId: machine.id }}>
          {machine.rejectedToday}件
        </Link>
      ),
    },
    ...(machine.offsetPercent === undefined
      ? []
      : [{ name: '同じ表示での差', value: describeOffset(machine.offsetPercent) }]),
    ...(machine.inspection === undefined
      ? []
      : [{ name: '点検中', value: <Inspection {...machine.inspection} /> }]),
    { name: '登録', value: formatMoment(machine.createdAt) },
    ...(retiredAt === null ? [] : [{ name: '撤去', value: formatMoment(retiredAt) }]),
  ];
  return (
    <Card heading="状態">
      <FactList facts={facts} />
    </Card>
  );
}
