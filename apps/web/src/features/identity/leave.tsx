import { IconDevicesOff, IconLogout, IconUserX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { deleteTokens } from '#lib/auth/auth.ts';
import { ChunkLoadError, loadPartOrReload } from '#lib/builds/chunks.ts';
import { describeAuthError } from '#lib/auth/auth-error.ts';
import { endLink, isLinked } from '#entities/machines/machines.queries.ts';
import { notifyDone, notifyError } from '#lib/notifier.ts';
import { leaveOnPurpose } from '#lib/auth/session-end.ts';
import { signOutByHash } from '#lib/auth/sign-out.ts';
import { countUnsent } from '#lib/offline/outbox.ts';
import { wipeDeviceData } from '#lib/offline/device-data.ts';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { MenuButton, MenuSection } from '#ui/lists/menu-section.tsx';
import { PlainButton } from '#ui/buttons.tsx';
import { Row } from '#ui/layout.tsx';
import { DeleteAccount, useClearMember } from './delete-account.tsx';
import classes from './identity.module.css';

const leaveKey = ['leave'];

/**
 * Loads the account functions on demand. They include Amplify, which the settings page does not
 * need.
 */
const loadAccount = () => loadPartOrReload(() => import('#entities/members/account.ts'));

async function signOutHere(): Promise<void> {
  if (await signOutByHash()) return;
  try {
    const account = await loadAccount();
    await account.signOutHere();
  } catch (error) {
    if (!(error instanceof ChunkLoadError)) throw error;
    // The pool cannot be reached without a network, so only this device signs out.
    await deleteTokens();
  }
}

type Question = 'sign-out' | 'sign-out-everywhere' | 'delete';

/** Notifies the member that the link to a machine could not be ended. */
function notifyLinkStays(): void {
  notifyDone(
    'マシンとの接続を解除できませんでした',
    '10分間マシンの動きがないと、接続は自動で解除されます。',
  );
}

/**
 * Returns the ways to leave: on this device, on all devices, or for good. Signing out also ends the
 * link to a machine, so that it does not record for a member who has left. A linked member is asked
 * first.
 */
function useLeave() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const clearMember = useClearMember();
  const [question, setQuestion] = useState<Question | null>(null);
  const [linked, setLinked] = useState(false);
  const [unsent, setUnsent] = useState(0);
  const { mutate, isPending: busy } = useMutation({
    mutationKey: leaveKey,
    mutationFn: (leave: () => Promise<void>) => leave(),
    onError: (error) => {
      setQuestion(null);
      const text = describeAuthError(error);
      if (text === null) notifyError(error);
      else notifyDone('ログアウトできませんでした', text);
    },
    meta: { errorShownByForm: true },
  });
  const once = (leave: () => Promise<void>) => {
    // React state updates too late for the second tap of a double tap.
    if (queryClient.isMutating({ mutationKey: leaveKey }) === 0) mutate(leave);
  };

  async function goOut(): Promise<void> {
    await wipeDeviceData(null);
    // The member has left, so unsaved input needs no warning.
    await router.navigate({ to: '/login', ignoreBlocker: true });
    clearMember();
  }

  const leaveHere = async (isLinkedNow: boolean) => {
    const stays = await leaveOnPurpose(async () => {
      const linkStays = isLinkedNow && !(await endLink());
      await signOutHere();
      return linkStays;
    });
    await goOut();
    if (stays) notifyLinkStays();
  };

  const leaveEverywhere = async () => {
    const stays = await leaveOnPurpose(async () => {
      const linkStays = !(await endLink());
      const account = await loadAccount();
      await account.signOutEverywhere();
      return linkStays;
    });
    await goOut();
    notifyDone(
      'すべての端末からログアウトしました',
      'ご利用の際は、もう一度ログインしてください。',
    );
    if (stays) notifyLinkStays();
  };

  const dismiss = () => {
    setQuestion(null);
  };
  const shared = {
    keep: 'ログアウトしない',
    confirm: 'ログアウトする',
    Icon: IconLogout,
    busy,
    onDismiss: dismiss,
  };
  const dialogs: Record<Question, () => ReactNode> = {
    'sign-out': () => (
      <ConfirmDialog
        {...shared}
        title="ログアウトしますか"
        confirming="ログアウトしています…"
        onConfirm={() => {
          once(() => leaveHere(linked));
        }}
      >
        <UnsentWarning count={unsent} />
        {linked ? <p>マシンとの接続も解除します。ここまでの記録は保存されます。</p> : null}
      </ConfirmDialog>
    ),
    'sign-out-everywhere': () => (
      <ConfirmDialog
        {...shared}
        title="すべての端末からログアウトしますか"
        confirming="ログアウトしています…"
        onConfirm={() => {
          once(leaveEverywhere);
        }}
      >
        <UnsentWarning count={unsent} />
        <p>
          この端末を含め、ログイン中のすべての端末からログアウトします。マシンに接続しているときは、接続も解除します。ここまでの記録は保存されます。カレンダー用URLは使えなくなります。
        </p>
      </ConfirmDialog>
    ),
    delete: () => <DeleteAccount onCancel={dismiss} />,
  };

  return {
    busy,
    signOut: () => {
      once(async () => {
        const [isLinkedNow, count] = await Promise.all([isLinked(queryClient), countUnsent()]);
        setLinked(isLinkedNow);
        setUnsent(count);
        if (isLinkedNow || count > 0) setQuestion('sign-out');
        else await leaveHere(false);
      });
    },
    ask: (next: Question) => {
      void countUnsent().then(setUnsent);
      setQuestion(next);
    },
    /** Open question as a dialog, which the page has to render. `null` when there is none. */
    dialog: question === null ? null : dialogs[question](),
  };
}

/**
 * Warns that signing out removes unsent changes, because no data of a member stays on the device.
 */
function UnsentWarning({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <p>
      まだ送信していない変更が{count}
      件あります。ログアウトすると失われます。送信するには、ネットワークにつないでからお試しください。
    </p>
  );
}

export function LeaveSection() {
  const { busy, signOut, ask, dialog } = useLeave();
  return (
    <>
      <MenuSection heading="ログアウト・アカウントの削除">
        <MenuButton Icon={IconLogout} label="ログアウト" busy={busy} onClick={signOut} />
        <MenuButton
          Icon={IconDevicesOff}
          label="すべての端末からログアウト"
          busy={busy}
          onClick={() => {
            ask('sign-out-everywhere');
          }}
        />
        <MenuButton
          Icon={IconUserX}
          label="アプリのアカウントを削除"
          onClick={() => {
            ask('delete');
          }}
        />
      </MenuSection>
      {dialog}
    </>
  );
}

interface WayOutProps {
  /** Whether the account can be deleted here, on a page where a member decides to stay or not. */
  readonly offersDeletion?: boolean;
}

/** Shows the ways to leave on the pages of the registration, which have no menu. */
export function WayOut({ offersDeletion = false }: WayOutProps) {
  const { busy, signOut, ask, dialog } = useLeave();
  return (
    <Row gap={12} rowGap={0} justify="center" wrap above={24} className={classes.ways}>
      <PlainButton aria-disabled={busy} onClick={signOut}>
        ログアウト
      </PlainButton>
      {offersDeletion ? (
        <PlainButton
          onClick={() => {
            ask('delete');
          }}
        >
          アプリのアカウントを削除
        </PlainButton>
      ) : null}
      {dialog}
    </Row>
  );
}
