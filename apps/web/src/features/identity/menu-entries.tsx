import { type Icon, IconChevronRight } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { menuRow, MenuRowContent, MenuSection } from '#ui/menu-section.tsx';

interface MenuEntriesProps {
  readonly heading: string;
  readonly entries: readonly {
    readonly link: LinkProps;
    readonly label: string;
    readonly Icon: Icon;
  }[];
}

export function MenuEntries({ heading, entries }: MenuEntriesProps) {
  return (
    <MenuSection heading={heading}>
      {entries.map(({ link, label, Icon: EntryIcon }) => (
        <li key={label}>
          <Link {...link} className={menuRow}>
            <MenuRowContent
              Icon={EntryIcon}
              label={label}
              end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
            />
          </Link>
        </li>
      ))}
    </MenuSection>
  );
}
