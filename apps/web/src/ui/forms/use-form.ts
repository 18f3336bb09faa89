import { type FocusEvent, type InputEvent, type SubmitEvent, useRef, useState } from 'react';

export type Values<N extends string> = Readonly<Record<N, string>>;

/**
 * Returns `true` or the error text for the member. Rules do not know the form, so other fields may
 * be missing.
 */
export type Rule = (value: string, values: Readonly<Record<string, string>>) => true | string;

type FieldErrors<N extends string> = Readonly<Partial<Record<N, string>>>;

export interface FieldSpec {
  readonly rules: readonly Rule[];
  /** Normalizes the input before rules and submit get it. */
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

/** Returns the error of the first rule that fails. */
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

/**
 * Reason why a form was rejected after it was sent, and the field that it is about, if there is
 * one.
 */
interface FormProblem<N extends string> {
  readonly text: string;
  readonly field?: N;
}

interface FormOptions<N extends string> {
  readonly fields: FormSpec<N>;
  readonly submit: (values: Values<N>) => Promise<void>;
  /** Returns the problem to show, or `null` when the error is shown outside of this form. */
  readonly explain: (error: unknown) => FormProblem<N> | null;
}

/** Returns the text of a field. Several checked boxes with the same name are joined with commas. */
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
 * Returns whether a number stepper inside contains a number that cannot be set, and focuses it so
 * that it shows the error. Its value is still the previous one, which is outdated.
 */
export function focusInvalidNumber(within: HTMLElement): boolean {
  const found = within.querySelector<HTMLInputElement>('input[role=spinbutton]:invalid');
  found?.checkValidity();
  found?.focus();
  return found !== null;
}

/** Returns whether the focus stays in the field. The button that shows a password belongs to it. */
function staysInField(event: FocusEvent<HTMLFormElement>): boolean {
  const field = event.target.closest('[data-field]');
  return field !== null && field.contains(event.relatedTarget);
}

/**
 * Handles a form whose values stay in the inputs. It therefore also reads what a password manager
 * filled in, or what the member typed before hydration.
 */
export function useForm<N extends string>({ fields, submit, explain }: FormOptions<N>) {
  const [errors, setErrors] = useState({} as FieldErrors<N>);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // State would be too late for the second tap of a double tap.
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

  /** Empties a field and removes its error. */
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
      // If the form is ever sent without the app, passwords must not appear in the address.
      method: 'post',
      onInput(event: InputEvent<HTMLFormElement>) {
        const { name } = event.target as HTMLInputElement;
        // The first typing is not checked. Only a field with an error is checked again.
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
        if (isBusy.current || focusInvalidNumber(form)) return;
        const values = readForm(fields, form);
        const found = findErrors(fields, values);
        setErrors(found);
        const firstWrong = fieldNames(fields).find((name) => found[name] !== undefined);
        if (firstWrong === undefined) {
          void send(form, values);
          return;
        }
        // The previous rejection does not apply to the new content.
        setProblem(null);
        focusField(form, firstWrong);
      },
    },
  } as const;
}
