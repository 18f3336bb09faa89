import { IconPlus } from '@tabler/icons-react';
import { membershipLimits } from '@tanren/domain/memberships/membership-requests';
import { countCharacters } from '@tanren/domain/text';
import { useEffect, useRef, useState } from 'react';
import { PlainButton } from '#ui/buttons.tsx';
import { ReasonField } from '#ui/forms/text-area-field.tsx';
import classes from './memberships.module.css';

const label = 'ジムへのご要望（任意）';

/**
 * Shows a button that opens an optional note to the gym. Few members need it, so the field is
 * hidden at first.
 */
export function NoteField({ error }: { readonly error?: string | undefined }) {
  const [wanted, setWanted] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted) box.current?.querySelector('textarea')?.focus();
  }, [wanted]);
  if (!wanted) {
    return (
      <div className={classes.noteButton}>
        <PlainButton
          onClick={() => {
            setWanted(true);
          }}
        >
          <IconPlus size={20} stroke={1.75} aria-hidden />
          {label}
        </PlainButton>
      </div>
    );
  }
  return (
    <div ref={box}>
      <ReasonField
        name="note"
        label={label}
        error={error}
        max={membershipLimits.note}
        count={countCharacters}
      />
    </div>
  );
}
