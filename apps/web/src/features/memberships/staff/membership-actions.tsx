import {
  type Icon,
  IconAbc,
  IconArrowBackUp,
  IconDoorExit,
  IconPlayerPause,
  IconPlayerPlay,
  IconReplace,
} from '@tabler/icons-react';
import type { StaffMembership } from '@tanren/contract/memberships/staff-memberships';
import { toGymDay } from '@tanren/domain/gyms/gym-time';
import { useState } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { MenuButton, MenuSection } from '#ui/lists/menu-section.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { NameKanaDialog } from './name-kana-dialog.tsx';
import { type ChangeKind, changeForms, listChanges } from './membership-changes.ts';

const icons: Readonly<Record<ChangeKind, Icon>> = {
  plan: IconReplace,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  end: IconDoorExit,
  continue: IconArrowBackUp,
};

/** Lists the changes as equal rows. Each asks for a day and a reason first. */
export function MembershipActions({ membership }: { readonly membership: StaffMembership }) {
  const [kind, setKind] = useState<ChangeKind | 'name-kana' | null>(null);
  const changes = listChanges(membership, toGymDay(new Date(serverNow())));
  if (changes.length === 0 && membership.member === null) return null;
  return (
    <>
      <MenuSection heading="手続き">
        {changes.map((one) => (
          <MenuButton
            key={one}
            Icon={icons[one]}
            label={changeForms[one].act}
            onClick={() => {
              setKind(one);
            }}
          />
        ))}
        {/* The erasure of an account removes the フリガナ, and it is not written again. */}
        {membership.member === null ? null : (
          <MenuButton
            Icon={IconAbc}
            label={membership.nameKana === undefined ? 'フリガナを登録する' : 'フリガナを変更する'}
            onClick={() => {
              setKind('name-kana');
            }}
          />
        )}
      </MenuSection>
      {kind === 'name-kana' ? (
        <NameKanaDialog
          membership={membership}
          onDismiss={() => {
            setKind(null);
          }}
        />
      ) : kind === null ? null : (
        <ChangeDialog
          membership={membership}
          kind={kind}
          onDismiss={() => {
            setKind(null);
          }}
        />
      )}
    </>
  );
}
