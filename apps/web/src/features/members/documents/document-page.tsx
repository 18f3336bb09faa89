import { Box, List, look, Row, Stack, Text } from '#ui/layout.tsx';
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
    <Stack as="article" gap={32} padding="24 0" className={classes.page}>
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
          <Box
            as="nav"
            ruled
            padding="12 0 0"
            aria-label="関連するページ"
            className={classes.related}
          >
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
          </Box>
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
      <Box as="details" card clips className={classes.folded}>
        <Row
          as="summary"
          align="center"
          justify="between"
          tall={52}
          padding="0 16"
          weight={700}
          ring={4}
          className={classes.summary}
        >
          目次
        </Row>
        <nav aria-label="目次">
          <ContentsList sections={sections} next={next} />
        </nav>
      </Box>
      <Box as="nav" size={14} aria-label="目次" className={classes.beside}>
        <Text weight={700} below={4}>
          目次
        </Text>
        <ContentsList sections={sections} next={next} />
      </Box>
    </div>
  );
}

const link = look(
  'row',
  'align-center',
  'gap-12',
  'tall-44',
  'leading-snug',
  'underlines',
  'ring-4',
);

function ContentsList({ sections, next }: ContentsProps) {
  // Sections without a number keep the width of the number column.
  const stepped = sections.some(({ step }) => step !== undefined);
  return (
    <Box as="ol" className={classes.list}>
      {sections.map(({ id, heading, step }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className={`${link} ${classes.link}`}
            aria-current={id === next ? 'step' : undefined}
          >
            {stepped && (
              <Text as="span" fixed quiet className={classes.step}>
                {step}
              </Text>
            )}
            <span>{heading}</span>
          </a>
        </li>
      ))}
    </Box>
  );
}
