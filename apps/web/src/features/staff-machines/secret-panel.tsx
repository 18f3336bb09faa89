import { IconAlertTriangle } from '@tabler/icons-react';
import type { MachineWithSecret } from '@tanren/contract/staff-machines';
import { Card } from '#ui/card.tsx';
import { CopyText } from '#ui/copy-text.tsx';
import { Notice } from '#ui/notice.tsx';
import { SecretLeaveWarning } from './secret-leave-warning.tsx';
import classes from './secret-panel.module.css';

/** The only sight of a secret. */
export function SecretPanel({ machine, secret }: MachineWithSecret) {
  return (
    <Card heading={`マシン ${machine.id} の新しいシークレット`}>
      <div className={classes.panel}>
        <Notice Icon={IconAlertTriangle}>
          この画面を離れると、二度と表示できません。マシンに入力し、ほかの場所には保存しないでください。
        </Notice>
        <CopyText text={secret} label="シークレット" />
        <div>
          <p className={classes.lead}>マシンの設定画面では、次のとおり入力します。</p>
          <pre className={classes.line} aria-label="マシンに入力する内容">
            {`--machine ${machine.id} --secret ${secret} --type ${machine.workoutTypeId}`}
          </pre>
        </div>
      </div>
      <SecretLeaveWarning />
    </Card>
  );
}
