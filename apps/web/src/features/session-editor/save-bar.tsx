import { countSessionSets, estimateSessionMinutes } from '@tanren/domain/training-sessions';
import { describeMinutes } from '#lib/training-sessions.ts';
import { FormError } from '#ui/form-error.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import type { EditedItem } from './edited-content.ts';
import classes from './save-bar.module.css';

interface SaveBarProps {
  readonly items: readonly EditedItem[];
  readonly failure: string | null;
  readonly busy: boolean;
}

/** In reach of the thumb wherever the page is: what it comes to, and the way to keep it. */
export function SaveBar({ items, failure, busy }: SaveBarProps) {
  const estimatedMinutes = estimateSessionMinutes(items);
  return (
    <div className={classes.bar}>
      <FormError text={failure} />
      <div className={classes.row}>
        <p className={classes.sum}>
          {items.length === 0 ? (
            '種目なし'
          ) : (
            <>
              <strong>{describeMinutes({ estimatedMinutes })}</strong>
              <span>・{countSessionSets(items)}セット</span>
            </>
          )}
        </p>
        <SubmitButton busy={busy}>保存する</SubmitButton>
      </div>
    </div>
  );
}
