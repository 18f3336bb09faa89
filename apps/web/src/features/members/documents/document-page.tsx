import {
  DocumentIntroduction,
  DocumentSections,
  DocumentText,
  type PictureComponent,
} from './document-body.tsx';
import classes from './document-page.module.css';
import type { PageDocument, PageSection } from './page-document.ts';

interface DocumentPageProps {
  readonly content: PageDocument;
  readonly Picture?: PictureComponent;
  /** The section that its reader needs next. */
  readonly nextSection?: string | null;
}

export function DocumentPage({ content, Picture, nextSection = null }: DocumentPageProps) {
  const { title, sections, related } = content;
  return (
    <article className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        <DocumentIntroduction content={content} />
      </div>
      {sections.length > 0 && <DocumentContents sections={sections} next={nextSection} />}
      <div className={classes.text}>
        <DocumentSections content={content} next={nextSection} {...(Picture ? { Picture } : {})} />
        {related && (
          <nav aria-label="関連するページ" className={classes.related}>
            <a href="#contents" className={classes.back}>
              目次へ戻る
            </a>
            <ul className={classes.links}>
              {related.map((text) => (
                <li key={text}>
                  <DocumentText text={text} />
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </article>
  );
}

interface ContentsProps {
  readonly sections: readonly PageSection[];
  readonly next: string | null;
}

/**
 * Folded above the text on a phone, beside it on a desktop. A folded part cannot be forced open by
 * CSS everywhere yet, so there are two, and the stylesheet shows one.
 */
function DocumentContents({ sections, next }: ContentsProps) {
  return (
    <div id="contents" className={classes.contents}>
      <details className={classes.folded}>
        <summary className={classes.summary}>目次</summary>
        <nav aria-label="目次">
          <ContentsList sections={sections} next={next} />
        </nav>
      </details>
      <nav aria-label="目次" className={classes.beside}>
        <p className={classes.contentsTitle}>目次</p>
        <ContentsList sections={sections} next={next} />
      </nav>
    </div>
  );
}

function ContentsList({ sections, next }: ContentsProps) {
  // Among numbered steps, what has no number keeps their column.
  const stepped = sections.some(({ step }) => step !== undefined);
  return (
    <ol className={classes.list}>
      {sections.map(({ id, heading, step }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={classes.link}
            aria-current={id === next ? 'step' : undefined}
          >
            {stepped && <span className={classes.step}>{step}</span>}
            <span>{heading}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
