import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { GonePage } from '#lib/page-state.tsx';
import { IconPrinter } from '@tabler/icons-react';
import type { StaffMachine } from '@tanren/contract/machines/staff-machines';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import classes from '#features/machines/staff/machine-label.module.css';
import { staffMachineQuery } from '#features/machines/staff/staff-machines.queries.ts';
import { idParam } from '#lib/route-params.ts';
import { Page } from '#ui/page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Note, Stack } from '#ui/layout.tsx';
import { PrintSheet } from '#ui/print-sheet.tsx';
import { QrCode } from '#ui/qr-code.tsx';

export const Route = createFileRoute('/staff/machines/$machineId/label')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'ラベルを印刷',
    parent: '/staff/machines/$machineId',
    group: 'staff',
  },
  params: idParam('machineId'),
  loader: async ({ context: { queryClient }, params: { machineId } }) => {
    const machine = await queryClient.query(staffMachineQuery(machineId));
    // The label of a retired machine would lead members to a machine that is gone.
    if (machine === null || machine.retiredAt !== null) throw notFound();
  },
  component: MachineLabelPage,
});

function MachineLabelPage() {
  const { machineId } = Route.useParams();
  const { data: machine } = useSuspenseQuery(staffMachineQuery(machineId));
  if (machine === null || machine.retiredAt !== null) return <GonePage />;
  const parts = [location.origin, '/tanren-link', `?machine=${machine.id}`];
  const label = <MachineLabel machine={machine} address={parts.join('')} />;
  return (
    <div className={classes.narrow}>
      <Page title="ラベルを印刷" lead="90×55mmの用紙に、等倍（100%）・余白なしで印刷してください。">
        <section className={classes.preview} aria-label="印刷の見本">
          {label}
        </section>
        <Note>
          QRコードの行き先：
          <span className={classes.url}>
            {parts.map((part) => (
              <span key={part}>{part}</span>
            ))}
          </span>
        </Note>
        <PrimaryButton
          onClick={() => {
            window.print();
          }}
        >
          <IconPrinter size={20} stroke={1.75} aria-hidden />
          印刷する
        </PrimaryButton>
        <PrintSheet className={classes.sheet}>{label}</PrintSheet>
      </Page>
    </div>
  );
}

/** Shows the label in its printed size, 90 × 55 mm. */
function MachineLabel({ machine, address }: MachineLabelProps) {
  return (
    <Stack leading="tight" className={classes.label}>
      <Stack justify="between" shrinks className={classes.words}>
        <div className={classes.gym}>{machine.gymName}</div>
        <div className={classes.number} style={{ fontSize: `${fitNumber(machine.id)}mm` }}>
          {machine.id}
        </div>
        <div className={classes.name}>{nameWorkoutType(machine.workoutTypeId)}</div>
      </Stack>
      <div className={classes.code}>
        <QrCode text={address} label={`マシン ${machine.id} の接続ページのQRコード`} />
      </div>
      <p className={classes.start}>QRコードを読み取り、画面の6桁の数字を入力して始めます。</p>
    </Stack>
  );
}

interface MachineLabelProps {
  readonly machine: StaffMachine;
  /** Address in the QR code. It never changes, unlike the code on the machine's screen. */
  readonly address: string;
}

/** Returns the largest font size in mm at which the digits fit beside the QR code. */
function fitNumber(machineId: number): number {
  const [roomMm, digitWidth, largest] = [44, 0.62, 20];
  return Math.min(largest, roomMm / (String(machineId).length * digitWidth));
}
