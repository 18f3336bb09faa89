import { IconClipboardHeart, IconTool } from '@tabler/icons-react';
import { PlaceLink, usePlace } from './navigation.tsx';
import classes from './navigation.module.css';

const places = [
  { group: 'trainer', to: '/trainer', label: 'トレーナー', Icon: IconClipboardHeart },
  { group: 'staff', to: '/staff', label: 'スタッフ', Icon: IconTool },
] as const;

interface WorkPlacesProps {
  readonly groups: readonly string[];
  /** In the header where the five places lie along the bottom, below them where they are a rail. */
  readonly side: 'header' | 'rail';
}

/** For those who work here; to members these places do not exist. */
export function WorkPlaces({ groups, side }: WorkPlacesProps) {
  const place = usePlace();
  const links = places
    .filter(({ group }) => groups.includes(group))
    .map(({ to, label, Icon }) => (
      <PlaceLink key={to} to={to} label={label} Icon={Icon} place={place} />
    ));
  return side === 'rail' ? (
    <div className={classes.rail}>{links}</div>
  ) : (
    <nav className={classes.header} aria-label="業務メニュー">
      {links}
    </nav>
  );
}
