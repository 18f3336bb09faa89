import type { MeasuredMessage } from '@tanren/contract/machines/machine-messages';
import type { TanrenConnection } from '@tanren/contract/machines/tanren-connection';
import { Text } from '#ui/layout.tsx';
import classes from './rep-counter.module.css';

type MeasuredRep = MeasuredMessage['reps'][number];

export interface Measures {
  /** Names of the measures that the machine sends. Empty for a machine that measures nothing. */
  readonly names: NonNullable<TanrenConnection['machine']['measures']>;
  /** Measures of the reps of the last set. Empty until its first rep. */
  readonly reps: readonly MeasuredRep[];
}

/** No-break space, which keeps a line as high as one with text. */
const blank = '\u00A0';

/** Maximum number of bars. The first reps of a longer set leave the view. */
const maxBars = 20;

/**
 * Shows the range of each rep as a bar, compared with the widest of the set, and the tempo of the
 * last rep. The page is read while lifting, so it has no other numbers. The space for them is free
 * until the first rep, so that nothing moves when they arrive.
 */
export function RangeBars({ measures: { names, reps } }: { readonly measures: Measures }) {
  const hasRange = names.includes('rangeMm');
  const hasTempo = names.includes('concentricMs') && names.includes('eccentricMs');
  if (!hasRange && !hasTempo) return null;
  const widest = Math.max(0, ...reps.map(({ rangeMm = 0 }) => rangeMm));
  const bars = reps.map(({ rangeMm = 0 }, at) => ({ number: at + 1, share: rangeMm / widest }));
  const last = reps.at(-1);
  return (
    <figure
      className={classes.measures}
      aria-label={hasRange ? describeRange(last?.rangeMm, widest) : 'テンポ'}
    >
      {hasRange ? (
        <>
          <div className={classes.bars}>
            {widest === 0
              ? null
              : bars
                  .slice(-maxBars)
                  .map(({ number, share }) => (
                    <span key={number} style={{ height: `${100 * share}%` }} />
                  ))}
          </div>
          <Text as="div" size={12} quiet leading={20} aria-hidden>
            {widest === 0 ? blank : '可動域'}
          </Text>
        </>
      ) : null}
      {hasTempo ? <Text leading={24}>{describeTempo(last)}</Text> : null}
    </figure>
  );
}

function describeRange(rangeMm: number | undefined, widest: number): string {
  if (rangeMm === undefined || widest === 0) return '可動域';
  return `可動域：直前の1回は、いちばん広かった回の${Math.round((100 * rangeMm) / widest)}%`;
}

function describeTempo(rep: MeasuredRep | undefined): string {
  const { concentricMs, eccentricMs } = rep ?? {};
  if (concentricMs === undefined || eccentricMs === undefined) return blank;
  return `上げ${(concentricMs / 1000).toFixed(1)}秒・下げ${(eccentricMs / 1000).toFixed(1)}秒`;
}
