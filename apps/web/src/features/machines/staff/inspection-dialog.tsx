import { IconCheck, IconTool } from '@tabler/icons-react';
import type { StaffMachine } from '@tanren/contract/machines/staff-machines';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notifyDone } from '#lib/notifier.ts';
import { explainRejection } from '#lib/rejections.ts';
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { inspectionMutation } from './staff-machines.queries.ts';

interface InspectionDialogProps {
  readonly machine: StaffMachine;
  readonly onDismiss: () => void;
}

/** Begins or ends the inspection of a machine. */
export function InspectionDialog(props: InspectionDialogProps) {
  return props.machine.inspection === undefined ? (
    <BeginDialog {...props} />
  ) : (
    <EndDialog {...props} />
  );
}

function BeginDialog({ machine: { id, inUse }, onDismiss }: InspectionDialogProps) {
  const { mutateAsync } = useMutation(inspectionMutation(useQueryClient(), id, true));
  return (
    <ReasonDialog
      title={`マシン ${id} を点検中にしますか`}
      lead={
        <>
          <p>点検を終えるまで、会員にこのマシンを案内しません。</p>
          {inUse ? <p>使用中の会員の接続は、そのまま続きます。</p> : null}
        </>
      }
      label="メモ（任意）"
      hint="スタッフだけに表示され、操作履歴に残ります。"
      max={staffLimits.reason}
      count={countCharacters}
      optional
      confirm="点検中にする"
      confirming="変更しています…"
      cancel="点検中にしない"
      Icon={IconTool}
      explain={explainRejection}
      submit={async (note) => {
        await mutateAsync(note);
        notifyDone('点検中にしました', `マシン ${id} は、会員に案内されなくなりました。`);
        onDismiss();
      }}
      onDismiss={onDismiss}
    />
  );
}

function EndDialog({ machine: { id }, onDismiss }: InspectionDialogProps) {
  return (
    <ActionDialog
      title={`マシン ${id} の点検を終えますか`}
      keep="点検を続ける"
      confirm="点検を終える"
      Icon={IconCheck}
      confirming="変更しています…"
      mutation={inspectionMutation(useQueryClient(), id, false)}
      onDone={() => {
        notifyDone('点検を終えました', `マシン ${id} を、また会員に案内します。`);
        onDismiss();
      }}
      onDismiss={onDismiss}
    >
      <p>このマシンを、また会員に案内します。メモはこの画面から消え、操作履歴に残ります。</p>
    </ActionDialog>
  );
}
