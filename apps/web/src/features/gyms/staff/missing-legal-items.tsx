import { IconAlertTriangle } from '@tabler/icons-react';
import type { StaffGym } from '@tanren/contract/gyms/staff-gyms';
import { type LegalNoticeField, legalNoticeNames } from '@tanren/domain/gyms/legal-notice';
import { Link } from '@tanstack/react-router';
import { joiningNames } from '#entities/gyms/gym-fields.ts';
import { Notice } from '#ui/feedback/notices.tsx';

export function listLegalItems(fields: readonly LegalNoticeField[]): string {
  return fields.map((field) => legalNoticeNames[field]).join('、');
}

interface MissingLegalItemsProps {
  readonly gym: StaffGym;
  readonly missing: readonly LegalNoticeField[];
}

/** Explains why members cannot join by themselves yet, and leads to the form of the notice. */
export function MissingLegalItems({ gym, missing }: MissingLegalItemsProps) {
  const { open, approval } = joiningNames;
  return (
    <Notice Icon={IconAlertTriangle}>
      <Link to="/staff/gyms/$gymId" params={{ gymId: gym.id }} search={{ tab: 'legal' }}>
        特定商取引法に基づく表記
      </Link>
      {gym.joining === 'open'
        ? `に未入力の項目があるため、いまは「${approval}」で受け付けています。すべて入力すると「${open}」になります。`
        : `に未入力の項目があるため、「${open}」はまだ選べません。`}
      {`\n未入力：${listLegalItems(missing)}`}
    </Notice>
  );
}
