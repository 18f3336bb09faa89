import {
  IconArrowBackUp,
  IconChevronRight,
  IconPencil,
  IconPencilX,
  IconUserX,
} from '@tabler/icons-react';
import type { WorkoutRecord } from '@tanren/contract/workouts/workout-records';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { RecordHistory } from '#entities/workouts/record-history.tsx';
import { formatGymDate, formatMoment, gymDateOf } from '#lib/dates.ts';
import { formatKgInColumn } from '#lib/number-format.ts';
import { notifyDone } from '#lib/notifier.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { Notice } from '#ui/feedback/notices.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { Note, Stack } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { MenuButton, menuRow, MenuRowContent, MenuSection } from '#ui/lists/menu-section.tsx';
import { notifyRejected, useRecordChange } from './record-changes.ts';
import classes from './workout-records.module.css';

interface RecordActionsProps {
  readonly record: WorkoutRecord;
}

/** Shows the actions that correct a record. */
export function RecordActions({ record }: RecordActionsProps) {
  const [pendingAction, setPendingAction] = useState<RequestedChange | null>(null);
  const workoutId = record.workout.id;
  return (
    <>
      <MenuSection heading="この記録">
        {record.correction?.state === 'pending' ? (
          <MenuButton
            Icon={IconArrowBackUp}
            label="訂正を取り下げる"
            onClick={() => {
              setPendingAction('withdraw');
            }}
          />
        ) : (
          <li>
            <Link to="/workouts/$workoutId/correction" params={{ workoutId }} className={menuRow}>
              <MenuRowContent
                Icon={IconPencil}
                label="記録を訂正する"
                end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
              />
            </Link>
          </li>
        )}
        <MenuButton
          Icon={IconUserX}
          label="自分の記録ではないので外す"
          onClick={() => {
            setPendingAction('reject');
          }}
        />
      </MenuSection>
      {pendingAction === null ? null : (
        <ChangeDialog
          key={pendingAction}
          change={pendingAction}
          workoutId={workoutId}
          onClose={() => {
            setPendingAction(null);
          }}
        />
      )}
    </>
  );
}

type RequestedChange = 'reject' | 'withdraw';

const changeWords = {
  reject: {
    title: 'この記録を外しますか',
    lead: 'ほかの方が行ったトレーニングのときは、記録から外してください。履歴・自己ベスト・ランキングから、すぐに外れます。30日以内なら元に戻せます。',
    confirm: '記録から外す',
    confirming: '外しています…',
    keep: '外さない',
    Icon: IconUserX,
  },
  withdraw: {
    title: '訂正を取り下げますか',
    lead: '元の記録のままになり、ランキングにも載ります。訂正するには、もう一度入力が必要です。',
    confirm: '取り下げる',
    confirming: '取り下げています…',
    keep: '取り下げない',
    Icon: IconPencilX,
  },
} as const satisfies Record<RequestedChange, object>;

interface ChangeDialogProps {
  readonly change: RequestedChange;
  readonly workoutId: number;
  readonly onClose: () => void;
}

function ChangeDialog({ change, workoutId, onClose }: ChangeDialogProps) {
  const queryClient = useQueryClient();
  const { run, problem, busy } = useRecordChange(workoutId, change);
  const { lead, ...words } = changeWords[change];
  const confirmChange = async () => {
    if (!(await run())) return;
    onClose();
    if (change === 'reject') notifyRejected(queryClient, workoutId);
    else notifyDone('訂正を取り下げました', '元の記録のままです。');
  };
  return (
    <ConfirmDialog
      {...words}
      busy={busy}
      onConfirm={() => void confirmChange()}
      onDismiss={onClose}
    >
      <p>{lead}</p>
      <FormError text={problem} />
    </ConfirmDialog>
  );
}

/** Shows that staff refused the last correction, which the record itself does not show. */
export function RejectedCorrection({ record: { correction, events } }: RecordActionsProps) {
  if (correction?.state !== 'refused' || events.at(-1)?.kind !== 'correction_refused') return null;
  return (
    <Notice Icon={IconPencilX}>
      訂正はスタッフが差し戻したため、元の記録のままです。
      {correction.decisionReason === null ? '' : `理由：${correction.decisionReason}`}
    </Notice>
  );
}

interface RejectedRecordProps {
  readonly record: WorkoutRecord & { rejection: NonNullable<WorkoutRecord['rejection']> };
}

/** Shows a rejected record and the button that restores it. */
export function RejectedRecord({ record }: RejectedRecordProps) {
  const { workout, rejection, sets, events } = record;
  const { run, problem, busy } = useRecordChange(workout.id, 'restore');
  return (
    <>
      <Notice Icon={IconUserX}>
        自分の記録ではないため、{formatMoment(rejection.rejectedAt)}
        に外しました。履歴・自己ベスト・ランキングには含まれません。
      </Notice>
      <Stack gap={8} className={classes.undo}>
        <FormError text={problem} />
        <PrimaryButton
          aria-disabled={busy}
          aria-busy={busy}
          onClick={() => {
            void run().then((done) => {
              if (done)
                notifyDone('元に戻しました', '履歴・自己ベスト・ランキングに反映されます。');
            });
          }}
        >
          {busy ? '元に戻しています…' : '元に戻す'}
        </PrimaryButton>
        <Note>{formatGymDate(gymDateOf(rejection.undoUntil))}まで戻せます。</Note>
      </Stack>
      <Card heading="セット">
        <DataTable
          caption="セットごとの記録"
          columns={['セット', '重量(kg)', '回数']}
          rows={sets.map(({ loadKg, repCount }, index) => ({
            key: index,
            cells: [index + 1, formatKgInColumn(loadKg), repCount],
          }))}
        />
      </Card>
      <RecordHistory events={events} />
    </>
  );
}
