import type { BoardVisit } from '@tanren/contract/booking/staff-board';
import { addHonorific } from '@tanren/domain/members/honorifics';
import { membershipLimits } from '@tanren/domain/memberships/membership-requests';
import { countCharacters } from '@tanren/domain/text';
import { useState } from 'react';
import { explainRejection } from '#lib/rejections.ts';
import { explainStaffText } from '#lib/staff-text.ts';
import { FormDialog } from '#ui/dialogs/form-dialog.tsx';
import { TextAreaField } from '#ui/forms/text-area-field.tsx';
import { useForm } from '#ui/forms/use-form.ts';

interface NoteDialogProps {
  readonly visit: BoardVisit;
  readonly save: (note: string) => Promise<void>;
  readonly onDismiss: () => void;
}

const max = membershipLimits.boardNote;

/** Edits the note for the colleagues at the desk. An empty note removes it. */
export function NoteDialog({ visit, save, onDismiss }: NoteDialogProps) {
  const [length, setLength] = useState(countCharacters(visit.note));
  const { form, errors, problem, busy } = useForm({
    fields: {
      note: {
        clean: (text: string) => text.trim(),
        rules: [(text: string) => explainStaffText('メモ', text, { max, required: false }) ?? true],
      },
    },
    explain: (error) => ({ text: explainRejection(error) }),
    submit: async ({ note }) => {
      await save(note);
      onDismiss();
    },
  });
  return (
    <FormDialog
      title={`${addHonorific(visit.name)}のメモ`}
      lead={<p>この来館についての、受付のメモです。会員がデータを書き出すと含まれます。</p>}
      form={form}
      problem={problem}
      busy={busy}
      confirm="保存する"
      confirming="保存しています…"
      cancel="保存しない"
      Icon={null}
      onDismiss={onDismiss}
    >
      <TextAreaField
        name="note"
        label="メモ（任意）"
        defaultValue={visit.note}
        length={length}
        max={max}
        error={errors.note}
        onChange={(event) => {
          setLength(countCharacters(event.target.value.trim()));
        }}
      />
    </FormDialog>
  );
}
