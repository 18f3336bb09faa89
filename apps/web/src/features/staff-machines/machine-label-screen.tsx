import { IconPrinter } from '@tabler/icons-react';
import type { StaffMachine } from '@tanren/contract/staff-machines';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { GonePage } from '#lib/page-state.tsx';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { backLink, BackWords } from '#ui/back-link.tsx';
import { Page } from '#ui/page.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import classes from './machine-label.module.css';
import { staffMachineQuery } from './staff-machines.queries.ts';

interface MachineLabelProps {
  readonly machine: StaffMachine;
  /** Where the QR leads to; it never changes, unlike the code on the machine's screen. */
  readonly address: string;
}

/** The largest size at which so many digits fit beside the code, in mm. */
function fitNumber(machineId: number): number {
  const [roomMm, digitWidth, largest] = [44, 0.62, 20];
  return Math.min(largest, roomMm / (String(machineId).length * digitWidth));
}

/** 90 × 55 mm, as printed. */
export function MachineLabel({ machine, address }: MachineLabelProps) {
  return (
    <div className={classes.label}>
      <div className={classes.words}>
        <div className={classes.gym}>{machine.gymName}</div>
        <div className={classes.number} style={{ fontSize: `${fitNumber(machine.id)}mm` }}>
          {machine.id}
        </div>
        <div className={classes.name}>{nameWorkoutType(machine.workoutTypeId)}</div>
      </div>
      <div className={classes.code}>
        <QrCode text={address} label={`マシン ${machine.id} の接続ページのQRコード`} />
      </div>
      <p className={classes.start}>QRコードを読み取り、画面の6桁の数字を入力して始めます。</p>
    </div>
  );
}

/** What the printer gets instead of the page. */
export function PrintSheet({ children }: { readonly children: ReactNode }) {
  return createPortal(<div className={classes.sheet}>{children}</div>, document.body);
}

const route = getRouteApi('/staff/machines/$machineId/label');

export function MachineLabelScreen() {
  const { machineId } = route.useParams();
  const { data: machine } = useSuspenseQuery(staffMachineQuery(machineId));
  if (machine === null || machine.retiredAt !== null) return <GonePage />;
  const address = `${location.origin}/tanren-link?machine=${machine.id}`;
  const label = <MachineLabel machine={machine} address={address} />;
  return (
    <Page
      title="ラベルを印刷"
      above={
        <Link to="/staff/machines/$machineId" params={{ machineId }} className={backLink}>
          <BackWords>マシン {machineId}</BackWords>
        </Link>
      }
      lead="90×55mmの用紙に、等倍（100%）・余白なしで印刷してください。"
    >
      <section className={classes.preview} aria-label="印刷の見本">
        {label}
      </section>
      <p className={classes.address}>QRコードの行き先：{address}</p>
      <div className={classes.print}>
        <PrimaryButton
          onClick={() => {
            window.print();
          }}
        >
          <IconPrinter size={20} stroke={1.75} aria-hidden className={classes.icon} />
          印刷する
        </PrimaryButton>
      </div>
      <PrintSheet>{label}</PrintSheet>
    </Page>
  );
}
