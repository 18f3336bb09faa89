import { IconDevicesOff, IconLogout, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { signOutEverywhere, signOutHere } from '#lib/auth-account.ts';
import { notifyDone } from '#lib/notifier.ts';
import { MenuButton, MenuSection } from '#ui/menu-section.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { useLeave } from './use-leave.ts';

async function leaveEverywhere(): Promise<void> {
  await signOutEverywhere();
  notifyDone(
    'すべての端末からサインアウトしました',
    'ご利用の際は、もう一度サインインしてください。',
  );
}

/** The ways out: of this device, of every device, for good. */
export function LeaveSection() {
  const { busy, leave } = useLeave();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <MenuSection heading="サインアウトと退会">
        <MenuButton
          Icon={IconLogout}
          label="サインアウト"
          busy={busy}
          onClick={() => void leave(signOutHere)}
        />
        <MenuButton
          Icon={IconDevicesOff}
          label="すべての端末からサインアウト"
          busy={busy}
          onClick={() => void leave(leaveEverywhere)}
        />
        <MenuButton
          Icon={IconUserX}
          label="退会（アカウントの削除）"
          onClick={() => {
            setDeleting(true);
          }}
        />
      </MenuSection>
      {deleting ? (
        <DeleteAccount
          onCancel={() => {
            setDeleting(false);
          }}
        />
      ) : null}
    </>
  );
}
