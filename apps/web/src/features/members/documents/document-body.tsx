import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentType, createElement, Fragment } from 'react';
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
import classes from './document-body.module.css';
import {
  type Clause,
  type Entry,
  type PageBlock,
  type PageDocument,
  type PageText,
  type PictureName,
  readLinks,
  type TextLink,
} from './page-document.ts';

export type PictureComponent = ComponentType<{ readonly name: PictureName }>;

/** Shows a document inside a page that has its own heading. */
export function DocumentBody({ content }: { readonly content: PageDocument }) {
  return (
    <Stack gap={32}>
      <DocumentIntroduction content={content} />
      <DocumentSections content={content} />
    </Stack>
  );
}

export function DocumentIntroduction({ content }: { readonly content: PageDocument }) {
  return (
    <Stack gap={16}>
      <Text className={classes.lead}>
        <DocumentText text={content.lead} />
      </Text>
      {content.facts && (
        <Row as="dl" gap={24} rowGap={4} wrap size={14} quiet className={classes.facts}>
          {content.facts.map(({ label, text }) => (
            <Row key={label} gap={8}>
              <dt>{label}</dt>
              <Text as="dd" bright>
                {text}
              </Text>
            </Row>
          ))}
        </Row>
      )}
    </Stack>
  );
}

interface SectionsProps {
  readonly content: PageDocument;
  /** Component that draws the pictures. It is a prop, so that only pages with pictures load it. */
  readonly Picture?: PictureComponent;
  /** Id of the section that the reader needs next. `null` when there is none. */
  readonly next?: string | null;
}

export function DocumentSections({ content, Picture, next = null }: SectionsProps) {
  return (
    <Stack className={classes.sections}>
      {content.sections.map((section) => (
        <section key={section.id} id={section.id} className={classes.section}>
          <Stack gap={12} top className={classes.words}>
            {section.id === next && (
              <Text narrow size={14} weight={700} className={classes.next}>
                次はここから
              </Text>
            )}
            <Row
              as="h2"
              gap={12}
              align="baseline"
              size={20}
              leading="snug"
              className={classes.heading}
            >
              {section.step !== undefined && (
                <Stack
                  as="span"
                  align="center"
                  justify="center"
                  framed
                  size={16}
                  fixed
                  className={classes.step}
                >
                  <span className="visually-hidden">ステップ</span>
                  {section.step}
                </Stack>
              )}
              <span>{section.heading}</span>
            </Row>
            {section.blocks.map((block) => (
              <DocumentBlock key={JSON.stringify(block)} block={block} />
            ))}
          </Stack>
          {Picture && section.picture && (
            <div className={classes.picture}>
              <Picture name={section.picture} />
            </div>
          )}
        </section>
      ))}
    </Stack>
  );
}

function DocumentBlock({ block }: { readonly block: PageBlock }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <Text>
          <DocumentText text={block.text} />
        </Text>
      );
    case 'note':
      return (
        <Note className={classes.note}>
          <DocumentText text={block.text} />
        </Note>
      );
    case 'clauses':
      return <Clauses clauses={block.clauses} />;
    case 'list':
      return <Items items={block.items} />;
    case 'entries':
      return <Entries entries={block.entries} />;
  }
}

function Clauses({ clauses }: { readonly clauses: readonly Clause[] }) {
  return (
    <Stack as="ol" gap={8} className={classes.clauses}>
      {clauses.map(({ text, items }) => (
        <li key={text}>
          <DocumentText text={text} />
          {items && <Items items={items} numbered />}
        </li>
      ))}
    </Stack>
  );
}

interface ItemsProps {
  readonly items: readonly PageText[];
  readonly numbered?: boolean;
}

function Items({ items, numbered = false }: ItemsProps) {
  return (
    <Stack
      as={numbered ? 'ol' : 'ul'}
      gap={4}
      above={numbered ? 4 : undefined}
      className={numbered ? classes.items : classes.list}
    >
      {items.map((item) => (
        <li key={item}>
          <DocumentText text={item} />
        </li>
      ))}
    </Stack>
  );
}

function Entries({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <Box as="dl" divided ruled className={classes.entries}>
      {entries.map(({ label, text }) => (
        <Stack key={label} padding="12 0" className={classes.entry}>
          <Text as="dt" weight={700}>
            {label}
          </Text>
          <dd>
            <DocumentText text={text} />
          </dd>
        </Stack>
      ))}
    </Box>
  );
}

export function DocumentText({ text }: { readonly text: PageText }) {
  const parts = readLinks(text).map((part) =>
    typeof part === 'string' ? part : <DocumentLink key={part.href} {...part} />,
  );
  // Children passed as arguments need no keys, because the text is fixed.
  return createElement(Fragment, null, ...parts);
}

/**
 * Links to an anchor or a path. The browser handles anchors, because it also moves the focus. The
 * router handles paths.
 */
function DocumentLink({ words, href }: TextLink) {
  if (href.startsWith('#')) return <a href={href}>{words}</a>;
  const [path = '', hash] = href.split('#');
  return (
    <Link to={path as NonNullable<LinkProps['to']>} {...(hash === undefined ? {} : { hash })}>
      {words}
    </Link>
  );
}
