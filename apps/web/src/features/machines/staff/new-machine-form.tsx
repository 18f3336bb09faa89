import type { MachineWithSecret } from '@tanren/contract/machines/staff-machines';
import { workoutTypes } from '@tanren/domain/workouts/workout-types';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explainRejection } from '#lib/rejections.ts';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { FormError, SubmitButton } from '#ui/forms/form-page.tsx';
import { SelectField } from '#ui/forms/select-fields.tsx';
import { UnitField } from '#ui/forms/fields.tsx';
import { useForm } from '#ui/forms/use-form.ts';
import { Note, Stack } from '#ui/layout.tsx';
import { newMachineFields, readNewMachine } from './new-machine-fields.ts';
import { createMachineMutation } from './staff-machines.queries.ts';
import classes from './staff-machines.module.css';

const nothing = { id: '', label: '選んでください' };
const types = workoutTypes.map(({ id, name }) => ({ id: String(id), label: name }));

interface NewMachineFormProps {
  readonly onAdded: (added: MachineWithSecret) => void;
}

export function NewMachineForm({ onAdded }: NewMachineFormProps) {
  const { data: gyms } = useSuspenseQuery(gymsQuery);
  const [typeId, setTypeId] = useState('');
  const { mutateAsync } = useMutation(createMachineMutation(useQueryClient()));
  const { form, errors, problem, busy } = useForm({
    fields: newMachineFields,
    explain: (error) => ({ text: explainRejection(error) }),
    submit: async (values) => {
      onAdded(await mutateAsync(readNewMachine(values)));
    },
  });
  const usual = workoutTypes.find(({ id }) => String(id) === typeId);
  const loads = [
    { name: 'minLoad', label: '最小の重量', placeholder: usual?.minLoad },
    { name: 'maxLoad', label: '最大の重量', placeholder: usual?.maxLoad },
    { name: 'loadStep', label: '重量の刻み', placeholder: usual?.loadStep },
  ] as const;
  return (
    <Stack as="form" gap={12} {...form}>
      <SelectField
        quiet
        name="gymId"
        label="店舗"
        error={errors.gymId}
        choices={[nothing, ...gyms.map(({ id, name }) => ({ id: String(id), label: name }))]}
      />
      <SelectField
        quiet
        name="workoutTypeId"
        label="種目"
        error={errors.workoutTypeId}
        choices={[nothing, ...types]}
        onChange={(event) => {
          setTypeId(event.target.value);
        }}
      />
      <Stack gap={12} className={classes.loads}>
        {loads.map(({ placeholder, ...load }) => (
          <UnitField
            key={load.name}
            {...load}
            unit="kg"
            error={errors[load.name]}
            placeholder={placeholder === undefined ? '' : String(placeholder)}
          />
        ))}
      </Stack>
      <Note above={-8} below={8}>
        重量を空欄にすると、種目の標準の値になります。
      </Note>
      <FormError text={problem} />
      <SubmitButton busy={busy}>{busy ? '追加しています…' : '追加する'}</SubmitButton>
    </Stack>
  );
}
