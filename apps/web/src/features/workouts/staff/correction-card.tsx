import { IconPencilX } from '@tabler/icons-react';
import type { RecordSet } from '@tanren/contract/workouts/workout-records';
import type { StaffCorrection } from '@tanren/contract/workouts/staff-workout-corrections';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { staffLimits } from '@tanren/domain/staff/staff-texts';
import { countCharacters } from '@tanren/domain/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { describeSets } from '#entities/workouts/record-words.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { formatMoment } from '#lib/dates.ts';
import { ApiError } from '#lib/errors.ts';
import { notifyDone } from '#lib/notifier.ts';
import { formatKg } from '#lib/number-format.ts';
import { explainRejection } from '#lib/rejections.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { ReasonDialog } from '#ui/dialogs/form-dialog.tsx';
import { FormError } from '#ui/forms/form-page.tsx';
import { Box, Note, Stack, Text } from '#ui/layout.tsx';
import { DataTable } from '#ui/lists/data-table.tsx';
import { tableActions, tableCell, tableRow } from '#ui/lists/table-list.tsx';
import {
  decideCorrectionMutation,
  refreshCorrections,
} from './staff-workout-corrections.queries.ts';
import classes from './staff-workout-corrections.module.css';

/** Returns the name of the member, or a general word when the profile no longer exists. */
const nameOf = ({ nickname }: StaffCorrection) =>
  nickname === '' ? '会員' : addHonorific(nickname);

/** Shows a member's correction next to what the machine sent, with the two decisions. */
export function CorrectionCard({ correction }: { readonly correction: StaffCorrection }) {
  const { member, workoutId, reason, madeAt, startedAt, gymName, machineId } = correction;
  const type = nameWorkoutType(correction.workoutTypeId);
  return (
    <Stack
      as="article"
      gap={12}
      card
      padding={16}
      className={tableRow}
      aria-label={`${nameOf(correction)}の${type}の訂正`}
    >
      <div {...tableCell(1, { tall: true })}>
        <Text as="h2" size={16} leading="snug">
          <Link
            to="/staff/members/$member/workouts/$workoutId"
            params={{ member, workoutId }}
            preload={false}
          >
            {nameOf(correction)}
          </Link>
        </Text>
        <Text>{type}</Text>
        <Note>
          {formatMoment(startedAt)}・{gymName}・マシン {machineId}
        </Note>
      </div>
      <div {...tableCell(2, { tall: true, className: classes.why })}>
        <Text as="blockquote" quoted>
          {reason}
        </Text>
        <Note>
          <time dateTime={madeAt}>{formatMoment(madeAt)}</time>に訂正
        </Note>
      </div>
      <Box sunken {...tableCell(3, { tall: true, className: classes.numbers })}>
        <Comparison correction={correction} />
      </Box>
      <Decisions correction={correction} />
    </Stack>
  );
}

function Comparison({ correction }: { readonly correction: StaffCorrection }) {
  const { before, after, maxBefore, maxAfter, tfoBefore, tfoAfter } = correction;
  return (
    <DataTable
      caption="元の記録と訂正後"
      columns={['項目', '元の記録', '訂正後']}
      rows={[
        {
          key: 'sets',
          cells: [
            'セット',
            <SetLines key="before" sets={before} others={after} />,
            <SetLines key="after" sets={after} others={before} />,
          ],
        },
        {
          key: 'max',
          cells: ['最大重量', `${formatKg(maxBefore)}kg`, `${formatKg(maxAfter)}kg`],
        },
        {
          key: 'tfo',
          cells: ['総発揮力', `${formatKg(tfoBefore)}kg`, `${formatKg(tfoAfter)}kg`],
        },
      ]}
    />
  );
}

interface SetLinesProps {
  readonly sets: readonly RecordSet[];
  /** Sets on the other side of the comparison. */
  readonly others: readonly RecordSet[];
}

/**
 * Shows one line per set and highlights differences. If a set was removed, the lines do not
 * correspond, so none is highlighted.
 */
function SetLines({ sets, others }: SetLinesProps) {
  const isFacing = sets.length === others.length;
  // Sets are identified only by their position.
  const lines = sets.map((set, position) => {
    const text = describeSets([set]);
    const other = others[position];
    const isChanged = isFacing && other !== undefined && text !== describeSets([other]);
    return { position, text, isChanged };
  });
  return (
    <Box as="ol">
      {lines.map(({ position, text, isChanged }) => (
        <Text
          key={position}
          as="li"
          data-changed={isChanged || undefined}
          size={isChanged ? 16 : undefined}
          weight={isChanged ? 700 : undefined}
        >
          {text}
        </Text>
      ))}
    </Box>
  );
}

function Decisions({ correction }: { readonly correction: StaffCorrection }) {
  const [pendingAction, setPendingAction] = useState<'confirm' | 'refuse' | null>(null);
  const close = () => {
    setPendingAction(null);
  };
  return (
    <Stack fit={140} gap={12} {...tableCell(4, { tall: true, className: tableActions })}>
      <PrimaryButton
        variant="default"
        onClick={() => {
          setPendingAction('confirm');
        }}
      >
        承認する
      </PrimaryButton>
      <PrimaryButton
        variant="default"
        onClick={() => {
          setPendingAction('refuse');
        }}
      >
        <IconPencilX size={20} stroke={1.75} aria-hidden />
        差し戻す
      </PrimaryButton>
      {pendingAction === 'confirm' ? (
        <ConfirmCorrection correction={correction} onClose={close} />
      ) : null}
      {pendingAction === 'refuse' ? (
        <RejectCorrection correction={correction} onClose={close} />
      ) : null}
    </Stack>
  );
}

interface DecisionProps {
  readonly correction: StaffCorrection;
  readonly onClose: () => void;
}

/**
 * Returns a function that sends the decision. If the correction is already decided, it says so and
 * refreshes the list.
 */
function useDecide({ correction, onClose }: DecisionProps) {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(decideCorrectionMutation(queryClient, correction.id));
  return async (body: Parameters<typeof mutateAsync>[0], done: string, text: string) => {
    try {
      await mutateAsync(body);
      notifyDone(done, text);
    } catch (error) {
      if (!hasCode(error, 'correction_decided')) throw error;
      notifyDone('対応済みの訂正です', 'ほかのスタッフが対応したか、会員が取り下げました。');
      await refreshCorrections(queryClient);
    }
    onClose();
  };
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.problem?.code === code;
}

function explainDecision(error: unknown): string {
  return hasCode(error, 'own_account')
    ? 'ご自身の記録の訂正は、ほかのスタッフが確認してください。'
    : explainRejection(error);
}

function ConfirmCorrection({ correction, onClose }: DecisionProps) {
  const decide = useDecide({ correction, onClose });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // React state updates too late for the second tap of a double tap, so a ref is needed.
  const isBusy = useRef(false);

  async function confirm(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await decide(
        { decision: 'confirm' },
        '訂正を承認しました',
        '自己ベストとランキングに反映されます。',
      );
    } catch (error) {
      setProblem(explainDecision(error));
    }
    isBusy.current = false;
    setBusy(false);
  }

  return (
    <ConfirmDialog
      title="訂正を承認しますか"
      keep="承認しない"
      Icon={null}
      confirm="承認する"
      confirming="承認しています…"
      busy={busy}
      onConfirm={() => void confirm()}
      onDismiss={onClose}
    >
      <Text>
        {nameOf(correction)}
        の記録が訂正後の内容になり、自己ベスト・次回の重量・ランキングに反映されます。
      </Text>
      <FormError text={problem} />
    </ConfirmDialog>
  );
}

function RejectCorrection({ correction, onClose }: DecisionProps) {
  const decide = useDecide({ correction, onClose });
  return (
    <ReasonDialog
      title="訂正を差し戻しますか"
      lead={<Text>{nameOf(correction)}の記録は、元の内容のままになります。</Text>}
      label="理由"
      hint="会員が読みます。"
      max={staffLimits.reason}
      count={countCharacters}
      confirm="差し戻す"
      confirming="差し戻しています…"
      cancel="差し戻さない"
      Icon={IconPencilX}
      explain={explainDecision}
      submit={(reason) =>
        decide(
          { decision: 'refuse', reason },
          '訂正を差し戻しました',
          '理由は会員の記録のページに表示されます。',
        )
      }
      onDismiss={onClose}
    />
  );
}
