import { type ReactNode, useEffect, useRef } from 'react';
import classes from './page.module.css';
import { Box, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Unbroken } from '#ui/unbroken.tsx';

interface PageProps {
  readonly title: string;
  /** Kind of the page, for a page whose title is a name. */
  readonly above?: ReactNode;
  readonly lead?: ReactNode;
  /** Whether a new title takes the focus, because it names the next step of the page. */
  readonly takesFocus?: boolean;
  /** Picture before the title, at most 96 px large. */
  readonly picture?: ReactNode;
  /** Whether the page is as wide as a tablet allows, for pages with columns. */
  readonly wide?: boolean;
  /** Action for the whole page. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** Lays out a page as groups below each other, under its title. */
export function Page(props: PageProps) {
  const { title, above, lead, takesFocus = false, picture, wide = false, action, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus, title]);
  return (
    <Stack gap={24} padding="24 0" data-wide={wide || undefined}>
      <Row as="header" gap={16} align="center" justify="between" wrap>
        {picture}
        <Box shrinks className={classes.words}>
          {above === undefined ? null : (
            <Box size={14} quiet>
              {above}
            </Box>
          )}
          <Text
            ref={heading}
            as="h1"
            size={28}
            leading="tight"
            tabIndex={takesFocus ? -1 : undefined}
            className={classes.title}
          >
            <Unbroken text={title} />
          </Text>
          {lead === undefined ? null : (
            <Text quiet phrased>
              {lead}
            </Text>
          )}
        </Box>
        {action}
      </Row>
      {children}
    </Stack>
  );
}

interface SectionHeadingProps {
  readonly id?: string;
  /** Detail beside the name, such as the number of items. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** Names a section above its content. The heading of a card is inside it and looks the same. */
export function SectionHeading({ id, note, children }: SectionHeadingProps) {
  return (
    <Text id={id} as="h2" size={16} leading="snug">
      {children}
      {note === undefined ? null : (
        <Note as="span" weight={400} indent={8}>
          {note}
        </Note>
      )}
    </Text>
  );
}

/** Class for an action of a page that is a button as wide as a phone. */
export const wideAction = classes.wideAction;

/**
 * Stays visible while the page scrolls: above the navigation on a phone, in its column on a
 * desktop.
 */
export function StickyFooter({ children }: { readonly children: ReactNode }) {
  return <div className={classes.sticky}>{children}</div>;
}

interface ScrollBoxProps {
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * Shows a long text in a small scrolling area. It can be focused, so that a keyboard can scroll it.
 */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  return (
    <Box
      as="section"
      card
      padding={16}
      className={classes.scrollBox}
      aria-label={label}
      tabIndex={0}
    >
      {children}
    </Box>
  );
}
