import { IconClipboardHeart, IconTool } from '@tabler/icons-react';
import { SectionLink, useSection } from './navigation.tsx';
import classes from './navigation.module.css';

const sections = [
  { group: 'trainer', to: '/trainer', label: 'トレーナー', Icon: IconClipboardHeart },
  { group: 'staff', to: '/staff', label: '店舗管理', Icon: IconTool },
] as const;

interface WorkLinksProps {
  readonly groups: readonly string[];
  /** In the header where the five sections lie along the bottom, below them where they are a rail. */
  readonly side: 'header' | 'rail';
}

/** The links to the sections of trainers and staff, which members never see. */
export function WorkLinks({ groups, side }: WorkLinksProps) {
  const section = useSection();
  const links = sections
    .filter(({ group }) => groups.includes(group))
    .map(({ to, label, Icon }) => (
      <SectionLink key={to} to={to} label={label} Icon={Icon} section={section} />
    ));
  return side === 'rail' ? (
    <div className={classes.rail}>{links}</div>
  ) : (
    <nav className={classes.header} aria-label="業務メニュー">
      {links}
    </nav>
  );
}
