import {
  IconBuildingBank,
  IconFileDownload,
  IconFileImport,
  IconReceiptYen,
} from '@tabler/icons-react';
import type { DuesSums } from '@tanren/contract/memberships/staff-dues';
import { useState } from 'react';
import { Note } from '#ui/layout.tsx';
import { MenuButton, MenuSection } from '#ui/lists/menu-section.tsx';
import { ChargeDialog } from './charge-dialog.tsx';
import { CollectorDialog } from './collector-dialog.tsx';
import { formatSum } from './dues-words.ts';
import { ResultsDialog } from './results-dialog.tsx';
import type { DuesMonthOfGym } from './staff-dues.queries.ts';
import { TransferDialog } from './transfer-dialog.tsx';

interface DuesActionsProps extends DuesMonthOfGym {
  readonly sums: DuesSums;
}

type Action = 'charge' | 'transfer' | 'results' | 'collector';

/** Lists the steps of a month as equal rows, in the order in which they are done. */
export function DuesActions({ gymId, month, sums }: DuesActionsProps) {
  const [action, setAction] = useState<Action | null>(null);
  const shared = {
    gymId,
    month,
    onDismiss: () => {
      setAction(null);
    },
  };
  const start = (chosen: Action) => () => {
    setAction(chosen);
  };
  return (
    <>
      <MenuSection heading="手続き">
        <MenuButton
          Icon={IconReceiptYen}
          label="請求を作成する"
          end={sums.uncharged.count === 0 ? null : <Note>{formatSum(sums.uncharged)}</Note>}
          onClick={start('charge')}
        />
        <MenuButton
          Icon={IconFileDownload}
          label="口座振替のファイルを作成する"
          onClick={start('transfer')}
        />
        <MenuButton Icon={IconFileImport} label="振替結果を取り込む" onClick={start('results')} />
        <MenuButton Icon={IconBuildingBank} label="口座振替の設定" onClick={start('collector')} />
      </MenuSection>
      {action === 'charge' ? <ChargeDialog {...shared} uncharged={sums.uncharged} /> : null}
      {action === 'transfer' ? <TransferDialog {...shared} /> : null}
      {action === 'results' ? <ResultsDialog {...shared} /> : null}
      {action === 'collector' ? <CollectorDialog {...shared} /> : null}
    </>
  );
}
