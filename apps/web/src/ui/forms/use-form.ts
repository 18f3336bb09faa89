import { type FocusEvent, type InputEvent, type SubmitEvent, useRef, useState } from 'react';

export type Values<N extends string> = Readonly<Record<N, string>>;

/** True, or what is wrong in the member's words. Rules know no form: other fields may be missing. */
export type Rule = (value: string, values: Readonly<Record<string, string>>) => true | string;

type FieldErrors<N extends string> = Readonly<Partial<Record<N, string>>>;

export interface FieldSpec {
  readonly rules: readonly Rule[];
  /** Takes input tolerantly: what rules and submit get to see. */
  readonly clean?: (text: string) => string;
}

export type FormSpec<N extends string> = Readonly<Record<N, FieldSpec>>;

function fieldNames<N extends string>(spec: FormSpec<N>): N[] {
  return Object.keys(spec) as N[];
}

export function readValues<N extends string>(
  spec: FormSpec<N>,
  read: (name: N) => string,
): Values<N> {
  const values = {} as Record<N, string>;
  for (const name of fieldNames(spec)) {
    const text = read(name);
    values[name] = spec[name].clean?.(text) ?? text;
  }
  return values;
}

/** One error at most: the first rule that says something. */
export function findFieldError<N extends string>(
  spec: FormSpec<N>,
  values: Values<NoInfer<N>>,
  name: NoInfer<N>,
): string | null {
  for (const rule of spec[name].rules) {
    const verdict = rule(values[name], values);
    if (verdict !== true) return verdict;
  }
  return null;
}

export function findErrors<N extends string>(spec: FormSpec<N>, values: Values<N>): FieldErrors<N> {
  const errors: Partial<Record<N, string>> = {};
  for (const name of fieldNames(spec)) {
    const error = findFieldError(spec, values, name);
    if (error !== null) errors[name] = error;
  }
  return errors;
}

/** Why a form was refused after it was sent, and the field to look at, if it is one of them. */
interface FormProblem<N extends string> {
  readonly text: string;
  readonly field?: N;
}

interface FormOptions<N extends string> {
  readonly fields: FormSpec<N>;
  readonly submit: (values: Values<N>) => Promise<void>;
  /** Null: told elsewhere. */
  readonly explain: (error: unknown) => FormProblem<N> | null;
}

/** Several ticked boxes of one name are one text, with commas between. */
function readText(form: HTMLFormElement, name: string): string {
  const values = new FormData(form).getAll(name);
  return values.filter((value) => typeof value === 'string').join(',');
}

export function readForm<N extends string>(fields: FormSpec<N>, form: HTMLFormElement): Values<N> {
  return readValues(fields, (name) => readText(form, name));
}

function focusField(form: HTMLFormElement, name: string): void {
  const found = form.elements.namedItem(name);
  const element = found instanceof RadioNodeList ? found[0] : found;
  if (!(element instanceof HTMLElement)) return;
  element.focus();
  if (element instanceof HTMLInputElement) element.select();
}

/**
 * Whether a number stepper within holds what cannot be set: it is focused and says so. Its value
 * is still the one before, which nobody means any more.
 */
export function focusTypedFault(within: HTMLElement): boolean {
  const found = within.querySelector<HTMLInputElement>('input[role=spinbutton]:invalid');
  found?.checkValidity();
  found?.focus();
  return found !== null;
}

/** The button that shows a password belongs to its field: going there is not leaving. */
function staysInField(event: FocusEvent<HTMLFormElement>): boolean {
  const field = event.target.closest('[data-field]');
  return field !== null && field.contains(event.relatedTarget);
}

/**
 * Values stay in the inputs themselves: what a password manager fills in, or a member types before
 * the app has taken over a prerendered page, is read like anything else.
 */
export function useForm<N extends string>({ fields, submit, explain }: FormOptions<N>) {
  const [errors, setErrors] = useState({} as FieldErrors<N>);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // State is too late for the second tap of a double tap.
  const isBusy = useRef(false);
  const element = useRef<HTMLFormElement>(null);

  function isField(name: string): name is N {
    return Object.hasOwn(fields, name);
  }

  function check(form: HTMLFormElement, name: N): void {
    const values = readForm(fields, form);
    const error = findFieldError(fields, values, name);
    setErrors(
      ({ [name]: _, ...others }) =>
        (error === null ? others : { ...others, [name]: error }) as FieldErrors<N>,
    );
  }

  /** What was typed there does not count any more, nor what was said about it. */
  function clearField(name: N): void {
    const field = element.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement) field.value = '';
    setErrors(({ [name]: _, ...others }) => others as FieldErrors<N>);
    setProblem(null);
  }

  async function send(form: HTMLFormElement, values: Values<N>): Promise<void> {
    isBusy.current = true;
    setBusy(true);
    setProblem(null);
    try {
      await submit(values);
    } catch (error) {
      const explained = explain(error);
      setProblem(explained?.text ?? null);
      if (explained?.field !== undefined) focusField(form, explained.field);
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  }

  return {
    errors,
    problem,
    busy,
    clearField,
    form: {
      ref: element,
      noValidate: true,
      // Should a form ever be sent without the app: not into the address, where passwords are seen.
      method: 'post',
      onInput(event: InputEvent<HTMLFormElement>) {
        const { name } = event.target as HTMLInputElement;
        // The first typing is left in peace; only what has been found wrong is looked at again.
        if (isField(name) && errors[name] !== undefined) check(event.currentTarget, name);
      },
      onBlur(event: FocusEvent<HTMLFormElement>) {
        const { name, value } = event.target as unknown as HTMLInputElement;
        if (!isField(name) || value === '' || staysInField(event)) return;
        check(event.currentTarget, name);
      },
      onSubmit(event: SubmitEvent<HTMLFormElement>) {
        event.preventDefault();
        const form = event.currentTarget;
        if (isBusy.current || focusTypedFault(form)) return;
        const values = readForm(fields, form);
        const found = findErrors(fields, values);
        setErrors(found);
        const firstWrong = fieldNames(fields).find((name) => found[name] !== undefined);
        if (firstWrong === undefined) {
          void send(form, values);
          return;
        }
        // What was refused before is not what is sent now.
        setProblem(null);
        focusField(form, firstWrong);
      },
    },
  } as const;
}
