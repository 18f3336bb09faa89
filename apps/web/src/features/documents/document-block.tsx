import { DocumentText } from './document-text.tsx';
import type { Clause, Entry, PageBlock, PageText } from './page-document.ts';
import classes from './document-block.module.css';

function Clauses({ clauses }: { readonly clauses: readonly Clause[] }) {
  return (
    <ol className={classes.clauses}>
      {clauses.map(({ text, items }) => (
        <li key={text}>
          <DocumentText text={text} />
          {items && <Items items={items} numbered />}
        </li>
      ))}
    </ol>
  );
}

interface ItemsProps {
  readonly items: readonly PageText[];
  readonly numbered?: boolean;
}

function Items({ items, numbered = false }: ItemsProps) {
  const List = numbered ? 'ol' : 'ul';
  return (
    <List className={numbered ? classes.items : classes.list}>
      {items.map((item) => (
        <li key={item}>
          <DocumentText text={item} />
        </li>
      ))}
    </List>
  );
}

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <dl className={classes.entries}>
      {entries.map(({ label, text }) => (
        <div key={label} className={classes.entry}>
          <dt>{label}</dt>
          <dd>
            <DocumentText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function DocumentBlock({ block }: { readonly block: PageBlock }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className={classes.paragraph}>
          <DocumentText text={block.text} />
        </p>
      );
    case 'note':
      return (
        <p className={classes.note}>
          <DocumentText text={block.text} />
        </p>
      );
    case 'clauses':
      return <Clauses clauses={block.clauses} />;
    case 'list':
      return <Items items={block.items} />;
    case 'entries':
      return <Entries entries={block.entries} />;
  }
}
