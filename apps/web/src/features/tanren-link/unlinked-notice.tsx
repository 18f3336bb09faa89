import { IconPlugConnectedX } from '@tabler/icons-react';
import { Notice } from '#ui/notice.tsx';
import { StatusText } from '#ui/status-text.tsx';
import type { LiveState } from './live-state.ts';
import { unlinkText } from './live-words.ts';

/** Why the last link has ended. */
export function UnlinkedNotice({ unlinked }: Pick<LiveState, 'unlinked'>) {
  return (
    <StatusText>
      {unlinked === null ? null : (
        <Notice Icon={IconPlugConnectedX}>
          {(unlinkText as Readonly<Record<string, string>>)[unlinked.reason] ?? unlinkText.member}
        </Notice>
      )}
    </StatusText>
  );
}
