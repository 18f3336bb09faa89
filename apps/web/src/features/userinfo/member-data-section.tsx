import { IconDownload } from '@tabler/icons-react';
import { MenuButton, MenuSection } from '#ui/menu-section.tsx';
import { RankingVisibility } from './ranking-visibility.tsx';
import { useExport } from './use-export.ts';

interface MemberDataSectionProps {
  readonly rankingVisible: boolean;
}

/** What others see of the member, and a copy of everything we keep. */
export function MemberDataSection({ rankingVisible }: MemberDataSectionProps) {
  const { busy, save } = useExport();
  return (
    <MenuSection heading="公開範囲とデータ">
      <RankingVisibility visible={rankingVisible} />
      <MenuButton
        Icon={IconDownload}
        label={busy ? 'データを書き出しています…' : 'データの書き出し'}
        busy={busy}
        onClick={save}
      />
    </MenuSection>
  );
}
