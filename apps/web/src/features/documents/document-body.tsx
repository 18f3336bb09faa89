import type { ComponentType } from 'react';
import { DocumentBlock } from './document-block.tsx';
import { DocumentText } from './document-text.tsx';
import type { PageDocument, PageSection } from './page-document.ts';
import type { PictureName } from './picture-name.ts';
import classes from './document-body.module.css';

export type PictureComponent = ComponentType<{ readonly name: PictureName }>;

export function DocumentIntroduction({ content }: { readonly content: PageDocument }) {
  return (
    <div className={classes.introduction}>
      <p className={classes.lead}>
        <DocumentText text={content.lead} />
      </p>
      {content.facts && (
        <dl className={classes.facts}>
          {content.facts.map(({ label, text }) => (
            <div key={label} className={classes.fact}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

interface SectionsProps {
  readonly content: PageDocument;
  /** One deeper than the heading above the document. */
  readonly headingLevel?: 2 | 3;
  /** Handed in, so that only a page with pictures loads what draws them. */
  readonly Picture?: PictureComponent;
}

export function DocumentSections({ content, headingLevel = 2, Picture }: SectionsProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes.sections}>
      {content.sections.map((section) => (
        <section key={section.id} id={section.id} className={classes.section}>
          <div className={classes.words}>
            <Heading className={classes.heading}>
              {section.step !== undefined && (
                <span className={classes.step}>
                  <span className={classes.stepWord}>ステップ</span>
                  {section.step}
                </span>
              )}
              <span>{section.heading}</span>
            </Heading>
            <Blocks section={section} />
          </div>
          {Picture && section.picture && (
            <div className={classes.picture}>
              <Picture name={section.picture} />
            </div>
          )}
        </section>
      ))}
    </div>
  );
}

/** Blocks of a text that never changes while it is shown: their place is their identity. */
function Blocks({ section }: { readonly section: PageSection }) {
  return section.blocks.map((block) => <DocumentBlock key={JSON.stringify(block)} block={block} />);
}

/** A document inside another page, which brings its own heading. */
export function DocumentBody({ content, headingLevel = 2 }: Omit<SectionsProps, 'Picture'>) {
  return (
    <div className={classes.body}>
      <DocumentIntroduction content={content} />
      <DocumentSections content={content} headingLevel={headingLevel} />
    </div>
  );
}
