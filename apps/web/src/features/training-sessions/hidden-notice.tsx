import { IconEyeOff } from '@tabler/icons-react';
import { Notice } from '#ui/notice.tsx';

/** To the author alone: why nobody else sees the session. */
export function HiddenNotice({ reason }: { readonly reason: string | null }) {
  if (reason === null) return null;
  return (
    <Notice Icon={IconEyeOff}>
      スタッフの判断で非公開になりました。ほかの会員には表示されません。理由：{reason}
    </Notice>
  );
}
