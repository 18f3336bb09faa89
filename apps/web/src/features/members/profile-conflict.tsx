import type { UserInfo } from '@tanren/contract/members/userinfo';
import type { ComponentProps } from 'react';
import { ComparedFields, compareFields } from '#ui/feedback/compared-fields.tsx';
import { ConflictPanel } from '#ui/feedback/notices.tsx';
import { profileFieldWords } from './profile-fields.ts';

interface ProfileConflictProps {
  readonly theirs: UserInfo;
  /** Their version, combined with the changes made here. */
  readonly mine: UserInfo;
  readonly editor: ComponentProps<typeof ConflictPanel>['editor'] & {
    readonly overwrite: () => void;
  };
}

/** Lets the member choose when two devices have changed the same field. */
export function ProfileConflict({ theirs, mine, editor }: ProfileConflictProps) {
  return (
    <ConflictPanel
      heading="ほかの端末で内容が変更されています"
      editor={editor}
      overwrite={editor.overwrite}
    >
      <p>
        編集を始めたあとに、プロフィールが別の端末などで保存されました。内容を比べて、どちらを残すか選んでください。
      </p>
      <ComparedFields fields={compareFields(profileFieldWords, { base: null, theirs, mine })} />
    </ConflictPanel>
  );
}
