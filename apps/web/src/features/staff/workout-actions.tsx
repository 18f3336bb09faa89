import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { WorkoutSet } from '@tanren/contract/workouts/workouts';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatKgInColumn } from '#lib/number-format.ts';
import { notifyDone } from '#lib/notifier.ts';
import { Card } from '#ui/lists/cards.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { MenuButton, MenuSection } from '#ui/lists/menu-section.tsx';
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx';
import { explainRecordRejection } from './correction.ts';
import { markOutdated, removeWorkoutMutation } from './staff-members.queries.ts';

export function WorkoutSets({ sets }: { readonly sets: readonly WorkoutSet[] }) {
  return (
    <Card heading="セット">
      <DataTable
        caption="セットごとの記録"
        columns={['セット', '重量(kg)', '回数', '最大重量(kg)', '合計(kg)']}
        rows={sets.map(({ loadKg, reps }, index) => ({
          key: index,
          cells: [
            index + 1,
            formatKgInColumn(loadKg),
            reps.length,
            formatKgInColumn(Math.max(0, ...reps.map((rep) => rep.loadKg))),
            formatKgInColumn(reps.reduce((sum, rep) => sum + rep.loadKg, 0)),
          ],
        }))}
      />
    </Card>
  );
}

interface WorkoutActionsProps {
  readonly member: string;
  readonly workoutId: number;
  readonly onCorrect: () => void;
}

export function WorkoutActions({ member, workoutId, onCorrect }: WorkoutActionsProps) {
  const [removing, setRemoving] = useState(false);
  return (
    <>
      <MenuSection heading="操作">
        <MenuButton Icon={IconPencil} label="修正する" onClick={onCorrect} />
        <MenuButton
          Icon={IconTrash}
          label="削除する"
          onClick={() => {
            setRemoving(true);
          }}
        />
      </MenuSection>
      {removing ? (
        <RemoveDialog
          member={member}
          workoutId={workoutId}
          onDismiss={() => {
            setRemoving(false);
          }}
        />
      ) : null}
    </>
  );
}

interface RemoveDialogProps {
  readonly member: string;
  readonly workoutId: number;
  readonly onDismiss: () => void;
}

function RemoveDialog({ member, workoutId, onDismiss }: RemoveDialogProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(removeWorkoutMutation(member, workoutId));
  return (
    <ReasonDialog
      title="この記録を削除しますか"
      lead={
        <p>
          記録は消去され、元に戻せません。マシンがもう一度送っても保存されません。自己ベストとランキングは、残りの記録から計算し直されます。
        </p>
      }
      label="理由"
      hint="操作履歴に残ります。お名前などは書かないでください。"
      max={staffLimits.reason}
      count={countCharacters}
      confirm="削除する"
      confirming="削除しています…"
      cancel="削除しない"
      Icon={IconTrash}
      explain={explainRecordRejection}
      submit={async (reason) => {
        await mutateAsync(reason);
        notifyDone('記録を削除しました', '自己ベストとランキングにも反映されます。');
        await markOutdated(queryClient);
        await navigate({ to: '/staff/members/$member', params: { member }, replace: true });
      }}
      onDismiss={onDismiss}
    />
  );
}
