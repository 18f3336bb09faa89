import type { MeasuredMessage } from '@tanren/contract/machines/machine-messages';
import { Stack, Text } from '#ui/layout.tsx';
import classes from './rep-counter.module.css';

export type MeasuredReps = MeasuredMessage['reps'];

/** Maximum number of bars. The first reps of a longer set leave the view. */
const maxBars = 20;

/**
 * Shows the range of each rep as a bar, compared with the widest of the set, and the tempo of the
 * last rep. The page is read while lifting, so it has no other numbers.
 */
export function RangeBars({ reps }: { readonly reps: MeasuredReps }) {
  const widest = Math.max(...reps.map(({ rangeMm = 0 }) => rangeMm));
  const last = reps.at(-1);
  if (last === undefined) return null;
  const { concentricMs, eccentricMs, rangeMm } = last;
  const isTimed = concentricMs !== undefined && eccentricMs !== undefined;
  const bars = reps.map((rep, at) => ({ number: at + 1, share: (rep.rangeMm ?? 0) / widest }));
  return (
    <Stack gap={4} align="center" above={12}>
      {widest > 0 && rangeMm !== undefined ? (
        <figure
          className={classes.bars}
          aria-label={`可動域：直前の1回は、いちばん広かった回の${Math.round((100 * rangeMm) / widest)}%`}
        >
          {bars.slice(-maxBars).map(({ number, share }) => (
            <span key={number} style={{ height: `${100 * share}%` }} />
          ))}
        </figure>
      ) : null}
      {isTimed ? (
        <Text size={16}>
          上げ{(concentricMs / 1000).toFixed(1)}秒・下げ{(eccentricMs / 1000).toFixed(1)}秒
        </Text>
      ) : null}
    </Stack>
  );
}
