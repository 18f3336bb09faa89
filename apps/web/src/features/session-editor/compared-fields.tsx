import type { ComparedField, ComparedLine } from './compare-contents.ts';
import classes from './compared-fields.module.css';

/** What differs, field by field: theirs above, mine below, or side by side where there is room. */
export function ComparedFields({ fields }: { readonly fields: readonly ComparedField[] }) {
  if (fields.length === 0) return <p>現在の入力内容は、保存されている最新の内容と同じです。</p>;
  return (
    <dl className={classes.fields}>
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
