import { DocumentIntroduction, DocumentSections, type PictureComponent } from './document-body.tsx';
import { DocumentContents } from './document-contents.tsx';
import { DocumentText } from './document-text.tsx';
import type { PageDocument } from './page-document.ts';
import classes from './document-page.module.css';

interface DocumentPageProps {
  readonly content: PageDocument;
  readonly Picture?: PictureComponent;
}

export function DocumentPage({ content, Picture }: DocumentPageProps) {
  const { title, sections, related } = content;
  return (
    <article className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        <DocumentIntroduction content={content} />
      </div>
      {sections.length > 0 && <DocumentContents sections={sections} />}
      <div className={classes.text}>
        <DocumentSections content={content} {...(Picture ? { Picture } : {})} />
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
