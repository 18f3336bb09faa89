import type { WorkoutDetail } from '@tanren/contract/workouts';
import { formatKg } from '#lib/kilograms.ts';
import { formatMoment } from '#lib/moments.ts';
import { DecisionPanel } from '#ui/decision-panel.tsx';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { startCorrection } from './correction.ts';
import classes from './correction-form.module.css';

interface CorrectionConflictProps {
  readonly latest: WorkoutDetail;
  readonly startFrom: (latest: WorkoutDetail) => void;
}

/**
 * A colleague was faster. There is no overwriting here: what was taken out of a record does not come
 * back, so a correction only makes sense of the sets that are there.
 */
export function CorrectionConflict({ latest, startFrom }: CorrectionConflictProps) {
  const { correction, sets } = latest;
  return (
    <DecisionPanel
      key={correction?.correctedAt}
      heading="ほかのスタッフが内容を変更しています"
      actions={
        <PrimaryButton
          onClick={() => {
            startFrom(latest);
          }}
        >
          最新の記録から修正し直す
        </PrimaryButton>
      }
    >
      <p>
        修正を始めたあとに、次の内容で保存されました。あなたの修正はまだ保存されていません。入力した内容はこの画面に残っています。修正し直すと、セットは最新の記録に置き換わり、理由はそのまま残ります。
      </p>
      <figure className={classes.current}>
        {correction === null ? null : (
          <figcaption className={classes.currentHead}>
            {formatMoment(correction.correctedAt)}の修正　理由：{correction.reason}
          </figcaption>
        )}
        <ol className={classes.currentSets}>
          {startCorrection(sets).map(({ position, loadKg, repCount }) => (
            <li key={position}>
              {position + 1}セット目：{formatKg(loadKg)}kg×{repCount}回
            </li>
          ))}
        </ol>
      </figure>
    </DecisionPanel>
  );
}
