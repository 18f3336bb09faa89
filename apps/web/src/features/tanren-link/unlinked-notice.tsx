import { IconPlugConnectedX } from '@tabler/icons-react';
import { Notice } from '#ui/notice.tsx';
import { StatusText } from '#ui/status-text.tsx';
import { unlinkText } from './live-words.ts';

/** Why the last link has ended. */
export function UnlinkedNotice({ reason }: { readonly reason: string | null }) {
  return (
    <StatusText>
      {reason === null ? null : (
        <Notice Icon={IconPlugConnectedX}>
          {(unlinkText as Readonly<Record<string, string>>)[reason] ?? unlinkText.member}
        </Notice>
      )}
    </StatusText>
  );
}
