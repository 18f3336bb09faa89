import { isUnusuallyHeavy, toHectograms } from '@tanren/domain/loads';
import { useQuery } from '@tanstack/react-query';
import { formatKg } from '#lib/kilograms.ts';
import { workoutLoadsQuery } from '#lib/workout-loads.ts';
import classes from './next-target.module.css';

interface HeavyNoteProps {
  readonly workoutTypeId: number;
  readonly loadKg: number;
}

/** The machine asks for a press before a load far above the member's best of late. */
export function HeavyNote({ workoutTypeId, loadKg }: HeavyNoteProps) {
  const { data: loads } = useQuery(workoutLoadsQuery);
  const best = loads?.find((load) => load.workoutTypeId === workoutTypeId)?.recentBest;
  if (best === undefined || !isUnusuallyHeavy(toHectograms(loadKg), toHectograms(best)))
    return null;
  return (
    <p className={classes.heavy}>
      最近の最大重量（{formatKg(best)}
      kg）よりかなり重い設定です。マシンの画面で確認すると、この重量になります。
    </p>
  );
}
