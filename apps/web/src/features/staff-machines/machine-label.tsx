import type { StaffMachine } from '@tanren/contract/staff-machines';
import { nameWorkoutType } from '#lib/workout-types.ts';
import { QrCode } from '#ui/qr-code.tsx';
import classes from './machine-label.module.css';

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
