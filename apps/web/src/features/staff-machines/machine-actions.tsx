import { IconKey, IconPrinter, IconTrashX } from '@tabler/icons-react';
import type { MachineWithSecret, StaffMachine } from '@tanren/contract/staff-machines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { explainRefusal } from '#lib/refusals.ts';
import { notifyDone } from '#lib/notifier.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { MenuButton, menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { useOnce } from '#ui/use-once.ts';
import { renewSecretMutation, retireMachineMutation } from './staff-machines.queries.ts';

interface ActDialogProps {
  readonly title: string;
  readonly confirm: string;
  readonly confirming: string;
  readonly act: () => Promise<void>;
  readonly onDismiss: () => void;
  /** What will happen. */
  readonly children: ReactNode;
}

/** Asked first: people may be training on it. */
export function ActDialog({
  title,
  confirm,
  confirming,
  act,
  onDismiss,
  children,
}: ActDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy } = useOnce(async () => {
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(explainRefusal(error));
    }
  });
  return (
    <ConfirmDialog
      title={title}
      keep="やめる"
      confirm={confirm}
      confirming={confirming}
      busy={busy}
      onConfirm={run}
      onDismiss={onDismiss}
    >
      {children}
      <FormError text={problem} />
    </ConfirmDialog>
  );
}

interface MachineActionsProps {
  readonly machine: StaffMachine;
  readonly onRenewed: (renewed: MachineWithSecret) => void;
}

export function MachineActions({ machine, onRenewed }: MachineActionsProps) {
  const [asking, setAsking] = useState<'renew' | 'retire' | null>(null);
  const close = () => {
    setAsking(null);
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
            <MenuRowContent Icon={IconPrinter} label="ラベルを印刷" />
          </Link>
        </li>
        <MenuButton
          Icon={IconKey}
          label="接続キーを再発行"
          onClick={() => {
            setAsking('renew');
          }}
        />
        <MenuButton
          Icon={IconTrashX}
          label="撤去する"
          onClick={() => {
            setAsking('retire');
          }}
        />
      </MenuSection>
      {asking === 'renew' ? (
        <RenewDialog machine={machine} onRenewed={onRenewed} onDismiss={close} />
      ) : null}
      {asking === 'retire' ? <RetireDialog machine={machine} onDismiss={close} /> : null}
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
  const { mutateAsync } = useMutation(renewSecretMutation(useQueryClient(), machine.id));
  return (
    <ActDialog
      title={`マシン ${machine.id} の接続キーを再発行しますか`}
      confirm="再発行する"
      confirming="再発行しています…"
      act={async () => {
        onRenewed(await mutateAsync());
        onDismiss();
      }}
      onDismiss={onDismiss}
    >
      <p>
        今の接続キーはすぐに使えなくなり、新しいものを入力するまでマシンは接続できません。送信前の記録はマシンに残り、接続後に送られます。
      </p>
    </ActDialog>
  );
}

function RetireDialog({ machine, onDismiss }: DialogProps) {
  const { mutateAsync } = useMutation(retireMachineMutation(useQueryClient(), machine.id));
  return (
    <ActDialog
      title={`マシン ${machine.id} を撤去しますか`}
      confirm="撤去する"
      confirming="撤去しています…"
      act={async () => {
        await mutateAsync();
        notifyDone('マシンを撤去しました', `マシン ${machine.id} は接続できなくなりました。`);
        onDismiss();
      }}
      onDismiss={onDismiss}
    >
      <p>このマシンは接続できなくなり、元に戻せません。</p>
      {machine.inUse ? <p>使用中の会員の接続は、ここで終わります。</p> : null}
      <p>これまでの記録とランキングは残ります。</p>
    </ActDialog>
  );
}
