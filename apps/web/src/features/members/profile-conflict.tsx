import type { UserInfo } from '@tanren/contract/members/userinfo';
import { exerciseHabits, sexes, trainingPurposes } from '@tanren/domain/members/profile';
import type { ComponentProps } from 'react';
import {
  ComparedFields,
  compareFields,
  type FieldToCompare,
} from '#ui/feedback/compared-fields.tsx';
import { ConflictPanel } from '#ui/feedback/notices.tsx';

const none = '（なし）';

function labelOf(
  choices: readonly { readonly id: string; readonly label: string }[],
  chosen: string | null | undefined,
): string {
  return choices.find(({ id }) => id === chosen)?.label ?? none;
}

const withUnit = (value: number | null, unit: string) => (value === null ? none : value + unit);

const fields: readonly FieldToCompare<UserInfo>[] = [
  { label: 'ニックネーム', read: ({ nickname }) => [nickname] },
  { label: '身長', read: ({ height }) => [withUnit(height, 'cm')] },
  { label: '体重', read: ({ weight }) => [withUnit(weight, 'kg')] },
  { label: '運動習慣', read: ({ exerciseHabit }) => [labelOf(exerciseHabits, exerciseHabit)] },
  {
    label: 'トレーニングの目的',
    read: ({ trainingPurposes: chosen }) => chosen.map((id) => labelOf(trainingPurposes, id)),
  },
  { label: '生年月日', read: ({ birthDate }) => [birthDate ?? none] },
  { label: '性別', read: ({ sex }) => [labelOf(sexes, sex)] },
];

interface ProfileConflictProps {
  readonly theirs: UserInfo;
  /** Their version, combined with the changes made here. */
  readonly mine: UserInfo;
  readonly editor: ComponentProps<typeof ConflictPanel>['editor'];
}

/** Lets the member choose when two devices have changed the same field. */
export function ProfileConflict({ theirs, mine, editor }: ProfileConflictProps) {
  return (
    <ConflictPanel heading="ほかの端末で内容が変更されています" editor={editor}>
      <p>
        編集を始めたあとに、プロフィールが別の端末などで保存されました。内容を比べて、どちらを残すか選んでください。
      </p>
      <ComparedFields fields={compareFields(fields, { base: null, theirs, mine })} />
    </ConflictPanel>
  );
}
