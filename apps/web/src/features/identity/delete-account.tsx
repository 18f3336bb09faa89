import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { describeAuthError } from '#lib/auth/auth-error.ts';
import { loadPartOrReload } from '#lib/builds/chunks.ts';
import {
  getQuestion,
  subscribeToQuestion,
  takeOverQuestion,
} from '#lib/auth/recent-authentication.ts';
import { clearMember, leaveOnPurpose } from '#lib/auth/session-end.ts';
import { notifyError } from '#lib/notifier.ts';
import { wipeDeviceData } from '#lib/offline/device-data.ts';
import { AlertDialog, ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { PasswordPrompt } from './password-question.tsx';

/**
 * Returns a function that removes all data of the member from this tab. It must be called after
 * leaving their page, because that page would request its data again without a token.
 */
export function useClearMember(): () => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return () => {
    clearMember({ router, queryClient });
  };
}

/** Asks, deletes the account, confirms it and opens the sign-in page. */
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

const deleteKey = ['delete-account'];

interface ConfirmDeleteProps {
  readonly onCancel: () => void;
  readonly onDeleted: () => void;
}

const words = {
  overline: 'Confirm Delete',
  title: 'アカウントを削除しますか',
  confirm: '削除する',
  confirming: '削除しています…',
  cancel: '削除しない',
  Icon: IconTrash,
};

/**
 * Asks for confirmation and, if the last sign-in is too old, for the password in the same dialog.
 */
function ConfirmDelete({ onCancel, onDeleted }: ConfirmDeleteProps) {
  const queryClient = useQueryClient();
  useEffect(takeOverQuestion, []);
  const question = useSyncExternalStore(subscribeToQuestion, getQuestion, () => null);
  const { mutate, isPending, error } = useMutation({
    mutationKey: deleteKey,
    mutationFn: async () => {
      const { deleteAccount } = await loadPartOrReload(
        () => import('#entities/members/account.ts'),
      );
      await leaveOnPurpose(deleteAccount);
      await wipeDeviceData(null);
    },
    onSuccess: onDeleted,
    onError: (failure) => {
      if (describeAuthError(failure) === null) notifyError(failure);
    },
    meta: { errorShownByForm: true },
  });
  // React state updates too late for the second tap of a double tap.
  const isBusy = () => queryClient.isMutating({ mutationKey: deleteKey }) > 0;
  const cancel = () => {
    if (!isBusy()) onCancel();
  };
  const confirmation = (
    <ConfirmDialog
      overline={words.overline}
      title={words.title}
      keep={words.cancel}
      confirm={words.confirm}
      confirming={words.confirming}
      Icon={words.Icon}
      busy={isPending}
      onConfirm={() => {
        if (!isBusy()) mutate();
      }}
      onDismiss={cancel}
    >
      <WhatGoes />
      <FormError text={error === null ? null : describeAuthError(error)} />
    </ConfirmDialog>
  );
  return (
    <PasswordPrompt
      question={question}
      within={{ ...words, lead: <WhatGoes /> }}
      waiting={confirmation}
      onSettled={(confirmed) => {
        question?.finish(confirmed);
        if (!confirmed) onCancel();
      }}
    />
  );
}

function WhatGoes() {
  return (
    <>
      <p>次のデータはすべて消去され、元に戻せません。</p>
      <ul>
        <li>プロフィール</li>
        <li>トレーニングの記録とランキング</li>
        <li>作成したメニューとお気に入り</li>
        <li>予約とトレーナー連携</li>
      </ul>
      <p>
        ジムの会員契約は、アカウントを削除しても続きます。退会するときは、先にマイページの「会員契約」でお手続きください。削除した後の退会は、ご利用のジムの受付で承ります。
      </p>
    </>
  );
}

function DeletedNotice() {
  const navigate = useNavigate();
  const clear = useClearMember();
  const leave = () => {
    void navigate({ to: '/login', replace: true, ignoreBlocker: true }).then(clear);
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
