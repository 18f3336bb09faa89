import { IconDevicesOff, IconLogout, IconUserX } from '@tabler/icons-react';
import { MenuButton, MenuSection } from '#ui/menu-section.tsx';
import { useLeave } from './use-leave.tsx';

export function LeaveSection() {
  const { busy, signOut, ask, dialog } = useLeave();
  return (
    <>
      <MenuSection heading="ログアウトと退会">
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
          label="退会（アカウントの削除）"
          onClick={() => {
            ask('delete');
          }}
        />
      </MenuSection>
      {dialog}
    </>
  );
}
