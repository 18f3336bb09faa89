import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { deleteAccount } from '#entities/members/account.ts';
import { describeAuthError } from '#lib/auth-error.ts';
import { readIdentity } from '#lib/auth.ts';
import { dropMemberStorage, forgetMember, leaveOnPurpose } from '#lib/session-end.ts';
import { notifyError } from '#lib/notifier.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { FormError } from '#ui/form-error.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';

/**
 * Nothing of the member stays in this tab. To be called when their page has been left: what it
 * shows would be asked for anew, without a token.
 */
export function useForgetMember(): () => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return () => {
    forgetMember({ router, queryClient });
  };
}

/** Asks, erases, tells, and leads to the sign-in. */
export function DeleteAccount({ onCancel }: { readonly onCancel: () => void }) {
  const [deleted, setDeleted] = useState(false);
  return deleted ? (
    <DeletedNotice />
  ) : (
    <ConfirmDelete
      onCancel={onCancel}
      onDeleted={() => {
        setDeleted(true);
      }}
    />
  );
}

interface ConfirmDeleteProps {
  readonly onCancel: () => void;
  readonly onDeleted: () => void;
}

function ConfirmDelete({ onCancel, onDeleted }: ConfirmDeleteProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);

  async function erase(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setProblem(null);
    try {
      const sub = (await readIdentity())?.sub;
      await leaveOnPurpose(deleteAccount);
      // After a sign-out a draft waits for its member; after this nobody comes back for it.
      if (sub !== undefined) dropMemberStorage(sub);
      onDeleted();
    } catch (error) {
      const text = describeAuthError(error);
      if (text === null) notifyError(error);
      setProblem(text);
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }

  function cancel(): void {
    if (!isBusy.current) onCancel();
  }

  return (
    <AlertDialog
      title="Confirm Delete"
      onDismiss={cancel}
      actions={
        <>
          <PrimaryButton variant="default" aria-disabled={busy} onClick={cancel}>
            キャンセル
          </PrimaryButton>
          <PrimaryButton
            variant="filled"
            aria-disabled={busy}
            aria-busy={busy}
            onClick={() => void erase()}
          >
            {busy ? '削除しています…' : '削除する'}
          </PrimaryButton>
        </>
      }
    >
      <p>アカウントを削除します。次のデータはすべて消去され、元に戻せません。</p>
      <ul>
        <li>プロフィール</li>
        <li>トレーニングの記録とランキング</li>
        <li>作成したセッションとお気に入り</li>
        <li>予約とトレーナー連携</li>
      </ul>
      <FormError text={problem} />
    </AlertDialog>
  );
}

function DeletedNotice() {
  const navigate = useNavigate();
  const forget = useForgetMember();
  const leave = () => {
    void navigate({ to: '/login', replace: true, ignoreBlocker: true }).then(forget);
  };
  return (
    <AlertDialog
      title="アカウントを削除しました"
      onDismiss={leave}
      actions={<PrimaryButton onClick={leave}>OK</PrimaryButton>}
    >
      <p>お客様のデータはすべて消去されました。ご利用いただき、ありがとうございました。</p>
    </AlertDialog>
  );
}
