import {
  IconChevronRight,
  IconKey,
  IconPrinter,
  IconRefresh,
  IconTool,
  IconTrashX,
} from '@tabler/icons-react';
import type { MachineWithSecret, StaffMachine } from '@tanren/contract/machines/staff-machines';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyDone } from '#lib/notifier.ts';
import { MenuButton, menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { ActionDialog } from './action-dialog.tsx';
import { InspectionDialog } from './inspection-dialog.tsx';
import { renewSecretMutation, retireMachineMutation } from './staff-machines.queries.ts';

interface MachineActionsProps {
  readonly machine: StaffMachine;
  readonly onRenewed: (renewed: MachineWithSecret) => void;
}

export function MachineActions({ machine, onRenewed }: MachineActionsProps) {
  const [pendingAction, setPendingAction] = useState<'renew' | 'inspect' | 'retire' | null>(null);
  const close = () => {
    setPendingAction(null);
  };
  return (
    <>
      <MenuSection heading="操作">
        <li>
          <Link
            to="/staff/machines/$machineId/label"
            params={{ machineId: machine.id }}
            className={menuRow}
          >
            <MenuRowContent
              Icon={IconPrinter}
              label="ラベルを印刷"
              end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
            />
          </Link>
        </li>
        <MenuButton
          Icon={IconKey}
          label="接続キーを再発行"
          onClick={() => {
            setPendingAction('renew');
          }}
        />
        <MenuButton
          Icon={IconTool}
          label={machine.inspection === undefined ? '点検中にする' : '点検を終える'}
          onClick={() => {
            setPendingAction('inspect');
          }}
        />
        <MenuButton
          Icon={IconTrashX}
          label="撤去する"
          onClick={() => {
            setPendingAction('retire');
          }}
        />
      </MenuSection>
      {pendingAction === 'renew' ? (
        <RenewDialog machine={machine} onRenewed={onRenewed} onDismiss={close} />
      ) : null}
      {pendingAction === 'inspect' ? (
        <InspectionDialog machine={machine} onDismiss={close} />
      ) : null}
      {pendingAction === 'retire' ? <RetireDialog machine={machine} onDismiss={close} /> : null}
    </>
  );
}

interface DialogProps {
  readonly machine: StaffMachine;
  readonly onDismiss: () => void;
}

function RenewDialog({
  machine,
  onRenewed,
  onDismiss,
}: DialogProps & Pick<MachineActionsProps, 'onRenewed'>) {
  return (
    <ActionDialog
      title={`マシン ${machine.id} の接続キーを再発行しますか`}
      keep="再発行しない"
      confirm="再発行する"
      Icon={IconRefresh}
      confirming="再発行しています…"
      mutation={renewSecretMutation(useQueryClient(), machine.id)}
      onDone={(renewed) => {
        onRenewed(renewed);
        onDismiss();
      }}
      onDismiss={onDismiss}
    >
      <p>
        今の接続キーはすぐに使えなくなり、新しいものを入力するまでマシンは接続できません。送信前の記録はマシンに残り、接続後に送られます。
      </p>
    </ActionDialog>
  );
}

function RetireDialog({ machine, onDismiss }: DialogProps) {
  return (
    <ActionDialog
      title={`マシン ${machine.id} を撤去しますか`}
      keep="撤去しない"
      confirm="撤去する"
      Icon={IconTrashX}
      confirming="撤去しています…"
      mutation={retireMachineMutation(useQueryClient(), machine.id)}
      onDone={() => {
        notifyDone('マシンを撤去しました', `マシン ${machine.id} は接続できなくなりました。`);
        onDismiss();
      }}
      onDismiss={onDismiss}
    >
      <p>このマシンは接続できなくなり、元に戻せません。</p>
      {machine.inUse ? <p>使用中の会員の接続は、ここで終わります。</p> : null}
      <p>これまでの記録とランキングは残ります。</p>
    </ActionDialog>
  );
}
