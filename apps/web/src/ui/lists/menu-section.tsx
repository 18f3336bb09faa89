import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { List, Stack, Text } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';
import { useShieldAfter } from '#ui/tap-shield.ts';
import classes from './menu-section.module.css';

interface MenuSectionProps {
  readonly heading: string;
  readonly children: ReactNode;
}

/** Shows a list of links and buttons under a heading. Its rows are `li` elements. */
export function MenuSection({ heading, children }: MenuSectionProps) {
  const id = useId();
  return (
    <Stack as="section" gap={8} aria-labelledby={id}>
      <SectionHeading id={id}>{heading}</SectionHeading>
      <RowList>{children}</RowList>
    </Stack>
  );
}

/** Shows rows on one card, with a line between them. The rows are `li` elements. */
export function RowList({ children }: { readonly children: ReactNode }) {
  return (
    <List card divided clips>
      {children}
    </List>
  );
}

/** Class for links and buttons that are a whole row. */
export const menuRow = classes.row;

interface MenuRowContentProps {
  readonly Icon: Icon;
  readonly label: string;
  /** Content at the end of the row. */
  readonly end?: ReactNode;
}

export function MenuRowContent({ Icon: RowIcon, label, end }: MenuRowContentProps) {
  return (
    <>
      <RowIcon size={24} stroke={1.75} aria-hidden />
      <Text as="span" grow>
        {label}
      </Text>
      {end}
    </>
  );
}

interface MenuButtonProps extends MenuRowContentProps {
  readonly busy?: boolean;
  readonly onClick: () => void;
}

/**
 * Shows a row that is a button. It is not `disabled` while busy, because that would lose the focus.
 */
export function MenuButton({ busy = false, onClick, ...content }: MenuButtonProps) {
  useShieldAfter(busy);
  return (
    <li>
      <button type="button" className={menuRow} aria-disabled={busy} onClick={onClick}>
        <MenuRowContent {...content} />
      </button>
    </li>
  );
}
