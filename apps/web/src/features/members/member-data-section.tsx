import { IconDownload, IconTrophy } from '@tabler/icons-react';
import { exportMemberData } from '@tanren/contract/members/userinfo';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadFile, saveFile } from '#lib/api.ts';
import { rankingTarget } from '#lib/auth/unsent-profile.ts';
import { useIsUnsent } from '#lib/offline/outbox.ts';
import { UnsentMark } from '#ui/feedback/notices.tsx';
import { MenuButton, menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';
import { SwitchTrack } from '#ui/forms/choice-fields.tsx';
import { changeRankingVisibilityMutation } from './userinfo.queries.ts';

interface MemberDataSectionProps {
  readonly rankingVisible: boolean;
}

/** Shows what others see of the member, and the export of all stored data. */
export function MemberDataSection({ rankingVisible }: MemberDataSectionProps) {
  const { mutate, isPending: busy } = useMutation({
    mutationKey: ['my', 'export'],
    mutationFn: async () => {
      saveFile(await downloadFile(exportMemberData, {}), 'tanren-export.zip');
    },
  });
  return (
    <MenuSection heading="公開範囲とデータ">
      <RankingVisibility visible={rankingVisible} />
      <MenuButton
        Icon={IconDownload}
        label={busy ? 'データを書き出しています…' : 'データの書き出し'}
        busy={busy}
        onClick={() => {
          if (!busy) mutate();
        }}
      />
    </MenuSection>
  );
}

/**
 * Switches the member's visibility in rankings at once. The switch returns if the server refuses.
 */
export function RankingVisibility({ visible }: { readonly visible: boolean }) {
  const [listed, setListed] = useState(visible);
  const [known, setKnown] = useState(visible);
  // The value was changed by another part of the page or on another device.
  if (known !== visible) {
    setKnown(visible);
    setListed(visible);
  }
  const change = useMutation(changeRankingVisibilityMutation(useQueryClient()));
  const isUnsent = useIsUnsent(rankingTarget);
  return (
    <li>
      <button
        type="button"
        role="switch"
        aria-checked={listed}
        className={menuRow}
        onClick={() => {
          if (change.isPending) return;
          setListed(!listed);
          change.mutate(!listed, {
            onError: () => {
              setListed(listed);
            },
          });
        }}
      >
        <MenuRowContent
          Icon={IconTrophy}
          label="ランキングに掲載する"
          end={
            <>
              {isUnsent ? <UnsentMark /> : null}
              <SwitchTrack on={listed} />
            </>
          }
        />
      </button>
    </li>
  );
}

/** Shows the button for members who are hidden from the rankings. */
export function ShowInRankings() {
  const change = useMutation(changeRankingVisibilityMutation(useQueryClient()));
  return (
    <PrimaryButton
      aria-disabled={change.isPending}
      onClick={() => {
        if (!change.isPending) change.mutate(true);
      }}
    >
      掲載する
    </PrimaryButton>
  );
}
