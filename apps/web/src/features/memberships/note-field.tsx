import { membershipLimits } from '@tanren/domain/memberships';
import { countCharacters } from '@tanren/domain/text';
import { ReasonField } from '#ui/forms/text-area-field.tsx';

/** What a member may want to tell the gym besides. */
export function NoteField({ error }: { readonly error?: string | undefined }) {
  return (
    <ReasonField
      name="note"
      label="店舗への連絡事項（任意）"
      error={error}
      most={membershipLimits.note}
      count={countCharacters}
    />
  );
}
