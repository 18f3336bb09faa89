import { IconAlertCircle, IconEye, IconEyeOff } from '@tabler/icons-react';
import {
  type ComponentPropsWithRef,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { Box, Row, Stack, Text } from '#ui/layout.tsx';
import classes from './fields.module.css';

interface FieldErrorProps {
  readonly id: string;
  readonly text: string | undefined;
}

/** Shows an error with an icon and text, because colour alone is not enough. */
export function FieldError({ id, text }: FieldErrorProps) {
  if (text === undefined) return null;
  return (
    <Row id={id} as="p" gap={4} align="start" size={14} className={classes.error}>
      <IconAlertCircle size={16} stroke={2} aria-hidden />
      {text}
    </Row>
  );
}

export interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly error?: string | undefined;
  /** Help text. An error replaces it. */
  readonly hint?: ReactNode;
  /** Whether the hint stays beside an error, because it shows what is wrong. */
  readonly keepsHint?: boolean;
}

interface FieldFrameProps extends FieldProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** Returns the attributes that describe an input to screen readers. */
export function describeField(id: string, field: FieldProps) {
  const { name, error } = field;
  const described = [
    error === undefined ? null : `${id}-error`,
    showsHint(field) ? `${id}-hint` : null,
  ];
  return {
    id,
    name,
    'aria-invalid': error !== undefined,
    'aria-describedby': described.filter((part) => part !== null).join(' ') || undefined,
  } as const;
}

const showsHint = ({ error, hint, keepsHint = false }: Omit<FieldProps, 'name'>) =>
  Boolean(hint) && (error === undefined || keepsHint);

/** Shows the label above the input, and the error or hint below it. */
export function FieldFrame({ id, children, ...field }: FieldFrameProps) {
  const { label, error, hint } = field;
  return (
    <Stack gap={4} className={classes.field} data-field data-hinted={Boolean(hint) || undefined}>
      <Text htmlFor={id} as="label" size={14} weight={500}>
        {label}
      </Text>
      <div className={classes.box}>{children}</div>
      <div className={classes.details}>
        <FieldError id={`${id}-error`} text={error} />
        {showsHint(field) ? (
          <Box id={`${id}-hint`} quiet>
            {hint}
          </Box>
        ) : null}
      </div>
    </Stack>
  );
}

type TextFieldProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, keyof FieldProps>;

/** Shows a solo field: its own surface, no border, 56 px high. */
export function TextField({ name, label, error, hint, ...input }: TextFieldProps) {
  const id = useId();
  const field = { name, label, error, hint };
  return (
    <FieldFrame id={id} {...field}>
      <input type="text" className={classes.solo} {...describeField(id, field)} {...input} />
    </FieldFrame>
  );
}

type EmailFieldProps = FieldProps & Omit<ComponentPropsWithRef<'input'>, keyof FieldProps>;

/** Shows a field with the phone's keyboard for addresses, without correction or capitalisation. */
export function EmailField(props: EmailFieldProps) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="next"
      maxLength={254}
      {...props}
    />
  );
}

/** Class for a button at the end of a solo field. */
export const fieldButton = classes.show;

type PasswordFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldProps> & {
    readonly autoComplete: 'current-password' | 'new-password';
  };

export function PasswordField({
  name,
  label,
  error,
  hint,
  keepsHint = false,
  ...input
}: PasswordFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const field = { name, label, error, hint, keepsHint };
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <FieldFrame id={id} {...field}>
      <input
        type={shown ? 'text' : 'password'}
        className={`${classes.solo ?? ''} ${classes.withButton ?? ''}`}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...describeField(id, field)}
        {...input}
      />
      <button
        type="button"
        className={fieldButton}
        aria-label={`${label}を${shown ? '隠す' : '表示する'}`}
        aria-controls={id}
        onClick={() => {
          setShown(!shown);
        }}
      >
        <Icon size={24} stroke={1.75} aria-hidden />
      </button>
    </FieldFrame>
  );
}

type CodeFieldProps = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, keyof FieldProps | 'ref'> & {
    /** Whether the field takes the focus, because the previous step led here. */
    readonly takesFocus?: boolean;
  };

/** Shows a field for a code. It has no length limit, because a code may be pasted with spaces. */
export function CodeField({
  name,
  label,
  error,
  hint,
  takesFocus = false,
  ...input
}: CodeFieldProps) {
  const id = useId();
  const field = { name, label, error, hint };
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  return (
    <FieldFrame id={id} {...field}>
      <input
        ref={element}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        className={`${classes.solo ?? ''} ${classes.code ?? ''}`}
        {...describeField(id, field)}
        {...input}
      />
    </FieldFrame>
  );
}

type UnitInputProps = { readonly unit: string } & ComponentPropsWithRef<'input'>;

/**
 * Shows a number with its unit. It is a text input, because type=number drops text that it cannot
 * read.
 */
export function UnitInput({ unit, ...input }: UnitInputProps) {
  return (
    <span className={classes.box}>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className={`${classes.solo} ${classes.withUnit}`}
        {...input}
      />
      <Stack as="span" size={14} quiet className={classes.unit} aria-hidden>
        {unit}
      </Stack>
    </span>
  );
}

interface UnitFieldProps extends FieldProps {
  readonly unit: string;
}

type Props = UnitFieldProps & Omit<ComponentPropsWithRef<'input'>, keyof UnitFieldProps>;

export function UnitField({ name, label, error, hint, ...input }: Props) {
  const id = useId();
  const field = { name, label, error, hint };
  return (
    <FieldFrame id={id} {...field}>
      <UnitInput {...describeField(id, field)} {...input} />
    </FieldFrame>
  );
}
