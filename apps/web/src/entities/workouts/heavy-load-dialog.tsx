import { ConfirmDialog } from '#ui/dialogs/dialogs.tsx';
import { formatKg } from '#lib/number-format.ts';
import { Stack, Text } from '#ui/layout.tsx';
import { nameWorkoutType } from './workouts.queries.ts';

export interface HeavyLoad {
  readonly workoutTypeId: number;
  readonly loadKg: number;
  /** Heaviest recent load in kg of the person who will lift it. */
  readonly recentBest: number;
}

interface HeavyLoadDialogProps {
  readonly loads: readonly HeavyLoad[];
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
}

/** Asks for confirmation before a load is saved that is far above the member's recent best. */
export function HeavyLoadDialog({ loads, onConfirm, onDismiss }: HeavyLoadDialogProps) {
  return (
    <ConfirmDialog
      title="この重量でよろしいですか"
      keep="入力に戻る"
      Icon={null}
      confirm="この重量にする"
      onConfirm={onConfirm}
      onDismiss={onDismiss}
    >
      <p>最近の最大重量よりかなり重い設定です。入力の誤りがないか、ご確認ください。</p>
      <Stack as="ul" gap={8}>
        {loads.map(({ workoutTypeId, loadKg, recentBest }) => (
          <li key={`${workoutTypeId}-${loadKg}`}>
            {nameWorkoutType(workoutTypeId)} <strong>{formatKg(loadKg)}kg</strong>
            {/* A line breaks before the remark, not inside it. */}
            <Text as="span" inline quiet>
              （最近の最大重量 {formatKg(recentBest)}kg）
            </Text>
          </li>
        ))}
      </Stack>
    </ConfirmDialog>
  );
}
