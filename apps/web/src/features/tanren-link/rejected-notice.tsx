import { IconAlertTriangle } from '@tabler/icons-react';
import { Notice } from '#ui/notice.tsx';
import type { LiveState } from './live-state.ts';
import { rejectionText } from './live-words.ts';

export function RejectedNotice({ rejected }: Pick<LiveState, 'rejected'>) {
  if (rejected === null) return null;
  // A server that is newer than the page may know more reasons.
  const words = (rejectionText as Readonly<Record<string, string>>)[rejected.reason];
  return (
    <div role="alert">
      <Notice Icon={IconAlertTriangle}>
        {words ?? '記録できませんでした。'}お手数ですが、スタッフにお知らせください。
      </Notice>
    </div>
  );
}
