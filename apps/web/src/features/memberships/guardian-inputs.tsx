import type { Guardian } from '@tanren/contract/memberships/memberships';
import { guardianRelations } from '@tanren/domain/memberships/minors';
import { EmailField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-fields.tsx';
import type { GuardianFieldName } from './guardian-fields.ts';

interface GuardianInputsProps {
  readonly initial?: Guardian | undefined;
  readonly errors: Readonly<Partial<Record<GuardianFieldName, string>>>;
}

const relations = [{ id: '', label: '選択してください' }, ...guardianRelations];

/** Asks for the guardian, who gets a mail. */
export function GuardianInputs({ initial, errors }: GuardianInputsProps) {
  return (
    <>
      <TextField
        name="guardianName"
        label="保護者の氏名"
        autoComplete="off"
        defaultValue={initial?.name}
        error={errors.guardianName}
      />
      <SelectField
        name="guardianRelation"
        label="続柄"
        choices={relations}
        defaultValue={initial?.name ? initial.relation : ''}
        error={errors.guardianRelation}
      />
      <EmailField
        name="guardianEmail"
        label="保護者のメールアドレス"
        autoComplete="off"
        defaultValue={initial?.email}
        error={errors.guardianEmail}
        hint="契約の内容を確認して同意するためのリンクをお送りします。"
      />
    </>
  );
}
