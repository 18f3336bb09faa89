import { Box, List, Stack, Text } from '#ui/layout.tsx';
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
  /** Id of the section that the reader needs next. `null` when there is none. */
  readonly nextSection?: string | null;
}

export function DocumentPage({ content, Picture, nextSection = null }: DocumentPageProps) {
  const { title, sections, related } = content;
  return (
    <Stack as="article" gap={32} className={classes.page}>
      <Stack gap={16} className={classes.head}>
        <Text as="h1" size={28} leading="tight">
          {title}
        </Text>
        <DocumentIntroduction content={content} />
      </Stack>
      {sections.length > 0 && <DocumentContents sections={sections} next={nextSection} />}
      <Stack shrinks className={classes.text}>
        <DocumentSections content={content} next={nextSection} {...(Picture ? { Picture } : {})} />
        {related && (
          <nav aria-label="関連するページ" className={classes.related}>
            <a href="#contents" className={classes.back}>
              目次へ戻る
            </a>
            <List className={classes.links}>
              {related.map((text) => (
                <li key={text}>
                  <DocumentText text={text} />
                </li>
              ))}
            </List>
          </nav>
        )}
      </Stack>
    </Stack>
  );
}

interface ContentsProps {
  readonly sections: readonly PageSection[];
  readonly next: string | null;
}

/**
 * Shows the contents, folded above the text on a phone and next to it on a desktop. CSS cannot
 * unfold a `details` element in every browser, so there are two lists, and the stylesheet shows
 * one.
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
  // Sections without a number keep the width of the number column.
  const stepped = sections.some(({ step }) => step !== undefined);
  return (
    <Box as="ol" className={classes.list}>
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
    </Box>
  );
}
