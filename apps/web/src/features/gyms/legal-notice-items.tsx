import type { LegalNotice } from '@tanren/contract/gyms/legal-notice';
import { legalNoticeFields, legalNoticeNames } from '@tanren/domain/gyms/legal-notice';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { Box, Text } from '#ui/layout.tsx';

/** Lists the items of the notice. The price and the first day depend on the plan. */
export function LegalNoticeItems({ notice }: { readonly notice: LegalNotice }) {
  return (
    <Box as="dl" card divided padding="0 16">
      {legalNoticeFields.map((field) => (
        <Fragment key={field}>
          {field === 'extraFees' ? (
            <Item name="販売価格">
              プランごとに、
              <Link to="/gyms/$gymId" params={{ gymId: notice.gymId }}>
                ジムのページ
              </Link>
              に税込で表示しています。
            </Item>
          ) : null}
          <Item name={legalNoticeNames[field]}>
            {notice[field] || 'ジムの受付でご案内しています。'}
          </Item>
        </Fragment>
      ))}
      <Item name="ご利用の開始">お申し込みの際にお選びいただく利用開始日からです。</Item>
    </Box>
  );
}

interface ItemProps {
  readonly name: string;
  readonly children: ReactNode;
}

function Item({ name, children }: ItemProps) {
  return (
    <Box padding="12 0">
      <Text as="dt" size={14} quiet>
        {name}
      </Text>
      <Text as="dd" lines>
        {children}
      </Text>
    </Box>
  );
}
