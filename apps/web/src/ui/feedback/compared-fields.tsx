import classes from './compared-fields.module.css';

/** Of what two have changed: a field by its name, as lines to read. */
export interface FieldToCompare<C> {
  readonly label: string;
  readonly read: (content: C) => readonly string[];
}

interface ComparedLine {
  readonly text: string;
  /** Not in the other list. */
  readonly differs: boolean;
}

export interface ComparedField {
  readonly label: string;
  /** Whether it was changed there since the member began, or only here. */
  readonly changedThere: boolean;
  readonly changedHere: boolean;
  readonly theirs: readonly ComparedLine[];
  readonly mine: readonly ComparedLine[];
}

interface Versions<C> {
  /** What both began with; null: not known. */
  readonly base: C | null;
  readonly theirs: C;
  readonly mine: C;
}

/** The fields that are not the same in both. */
export function compareFields<C>(
  fields: readonly FieldToCompare<C>[],
  { base, theirs, mine }: Versions<C>,
): ComparedField[] {
  return fields
    .map(({ label, read }) => {
      const [there, here] = [read(theirs), read(mine)];
      const before = base === null ? null : read(base);
      return {
        label,
        changedThere: before === null || !isSame(before, there),
        changedHere: before === null || !isSame(before, here),
        theirs: markLines(there, here),
        mine: markLines(here, there),
        same: isSame(there, here),
      };
    })
    .filter(({ same }) => !same)
    .map(({ same: _, ...field }) => field);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, index) => line === b[index]);
}

/** A line that occurs there too, as often, is the same one wherever it stands. */
function markLines(lines: readonly string[], others: readonly string[]): ComparedLine[] {
  const left = [...others];
  return lines.map((text) => {
    const found = left.indexOf(text);
    if (found !== -1) left.splice(found, 1);
    return { text, differs: found === -1 };
  });
}

/** What differs, field by field: theirs above, mine below, or side by side where there is room. */
export function ComparedFields({ fields }: { readonly fields: readonly ComparedField[] }) {
  if (fields.length === 0) return <p>現在の入力内容は、保存されている最新の内容と同じです。</p>;
  return (
    <dl className={classes.comparedFields}>
      {fields.map((field) => (
        <div key={field.label} className={classes.field}>
          <dt className={classes.label}>{field.label}</dt>
          <Side name="保存されている内容" unchanged={!field.changedThere} lines={field.theirs} />
          <Side name="あなたの入力" unchanged={!field.changedHere} lines={field.mine} />
        </div>
      ))}
    </dl>
  );
}

interface SideProps {
  readonly name: string;
  readonly unchanged: boolean;
  readonly lines: readonly ComparedLine[];
}

function Side({ name, unchanged, lines }: SideProps) {
  return (
    <dd className={classes.side}>
      <span className={classes.name}>{unchanged ? `${name}（変更なし）` : name}</span>
      <ol className={classes.lines} data-single={lines.length === 1 || undefined}>
        {numberLines(lines).map(({ key, text, differs }) => (
          <li key={key}>{differs ? <mark className={classes.differs}>{text}</mark> : text}</li>
        ))}
      </ol>
    </dd>
  );
}

/** Two lines may say the same. */
function numberLines(lines: readonly ComparedLine[]): (ComparedLine & { key: string })[] {
  return lines.map((line, index) => ({ ...line, key: `${index} ${line.text}` }));
}
