import type { PageSection } from './page-document.ts';
import classes from './document-contents.module.css';

interface ContentsProps {
  readonly sections: readonly PageSection[];
}

function ContentsList({ sections }: ContentsProps) {
  // Among numbered steps, what has no number keeps their column.
  const stepped = sections.some(({ step }) => step !== undefined);
  return (
    <ol className={classes.list}>
      {sections.map(({ id, heading, step }) => (
        <li key={id}>
          <a href={`#${id}`} className={classes.link}>
            {stepped && <span className={classes.step}>{step}</span>}
            <span>{heading}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

/**
 * Folded above the text on a phone, beside it on a desktop. A folded part cannot be forced open by
 * CSS everywhere yet, so there are two, and the stylesheet shows one.
 */
export function DocumentContents({ sections }: ContentsProps) {
  return (
    <div id="contents" className={classes.contents}>
      <details className={classes.folded}>
        <summary className={classes.summary}>目次</summary>
        <nav aria-label="目次">
          <ContentsList sections={sections} />
        </nav>
      </details>
      <nav aria-label="目次" className={classes.beside}>
        <p className={classes.title}>目次</p>
        <ContentsList sections={sections} />
      </nav>
    </div>
  );
}
