import { IconChevronDown } from '@tabler/icons-react';
import { type ComponentPropsWithoutRef, type ComponentPropsWithRef, useId } from 'react';
import { Note, Stack } from '#ui/layout.tsx';
import classes from './fields.module.css';
import { describeField, FieldFrame, type FieldProps } from './fields.tsx';

type NativeSelectProps<Id> = Pick<
  ComponentPropsWithoutRef<'select'>,
  'id' | 'name' | 'autoComplete' | 'aria-label' | 'aria-invalid' | 'aria-describedby' | 'disabled'
> & {
  readonly value: Id;
  readonly choices: readonly { readonly id: Id; readonly label: string }[];
  /** Dark, with an edge. Only for pages of trainers and staff: members see light grey selects. */
  readonly quiet?: boolean;
  readonly onChoose: (id: Id) => void;
};

/**
 * Shows the phone's own picker, for long lists. A choice takes effect at once. It needs a visible
 * or hidden label.
 */
export function NativeSelect<Id extends string | number | null>({
  value,
  choices,
  quiet = false,
  onChoose,
  ...others
}: NativeSelectProps<Id>) {
  return (
    <Stack as="span" shrinks className={classes.pick} data-quiet={quiet || undefined}>
      <select
        className={classes.select}
        value={writeId(value)}
        onChange={({ target }) => {
          const chosen = choices.find(({ id }) => writeId(id) === target.value);
          if (chosen) onChoose(chosen.id);
        }}
        {...others}
      >
        {choices.map(({ id, label }) => (
          <option key={id} value={writeId(id)}>
            {label}
          </option>
        ))}
      </select>
      <IconChevronDown size={20} stroke={2} aria-hidden />
    </Stack>
  );
}

/** Converts an id to text, because the values of a select are texts. */
function writeId(id: string | number | null): string {
  return id === null ? '' : String(id);
}

interface SelectFieldProps extends FieldProps {
  readonly choices: readonly { readonly id: string; readonly label: string }[];
  readonly quiet?: boolean;
}

type Props = SelectFieldProps & Omit<ComponentPropsWithRef<'select'>, keyof SelectFieldProps>;

/** Shows the phone's own picker behind a light grey field. */
export function SelectField({
  name,
  label,
  error,
  hint,
  choices,
  quiet = false,
  ...select
}: Props) {
  const id = useId();
  const field = { name, label, error, hint };
  return (
    <FieldFrame id={id} {...field}>
      <Stack as="span" shrinks className={classes.pick} data-quiet={quiet || undefined}>
        <select className={classes.select} {...describeField(id, field)} {...select}>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.label}
            </option>
          ))}
        </select>
        <IconChevronDown size={20} stroke={2} aria-hidden />
      </Stack>
    </FieldFrame>
  );
}

interface FilterSelectProps<Id> {
  readonly label: string;
  /** `null` for all. */
  readonly value: Id | null;
  readonly choices: readonly { readonly id: Id; readonly label: string }[];
  readonly onChoose: (id: Id | null) => void;
}

const everything = { id: null, label: 'すべて' };

/** Filters a list of staff. */
export function FilterSelect<Id extends string | number>({
  label,
  value,
  choices,
  onChoose,
}: FilterSelectProps<Id>) {
  const id = useId();
  return (
    <Stack gap={4} shrinks>
      <Note htmlFor={id} as="label">
        {label}
      </Note>
      <NativeSelect
        id={id}
        value={value}
        choices={[everything, ...choices]}
        quiet
        onChoose={onChoose}
      />
    </Stack>
  );
}
