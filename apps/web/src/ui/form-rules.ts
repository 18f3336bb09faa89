export type Values<N extends string> = Readonly<Record<N, string>>;

/** True, or what is wrong in the member's words. Rules know no form: other fields may be missing. */
export type Rule = (value: string, values: Readonly<Record<string, string>>) => true | string;

export type FieldErrors<N extends string> = Readonly<Partial<Record<N, string>>>;

export interface FieldSpec {
  readonly rules: readonly Rule[];
  /** Takes input tolerantly: what rules and submit get to see. */
  readonly clean?: (text: string) => string;
}

export type FormSpec<N extends string> = Readonly<Record<N, FieldSpec>>;

export function fieldNames<N extends string>(spec: FormSpec<N>): N[] {
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
