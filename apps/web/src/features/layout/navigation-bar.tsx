import type { ReactNode } from 'react';
import { navigation, raisedPlace } from './navigation.ts';
import { PlaceLink } from './place-link.tsx';
import { usePlace } from './use-place.ts';
import classes from './navigation-bar.module.css';

interface NavigationBarProps {
  /** What follows the five places on a rail. */
  readonly children: ReactNode;
}

/** Along the bottom on a phone, a rail on the left on a desktop: one list, placed by CSS. */
export function NavigationBar({ children }: NavigationBarProps) {
  const place = usePlace();
  return (
    <nav className={classes.bar} aria-label="メインメニュー">
      {navigation.map(({ to, label, Icon }) => (
        <PlaceLink
          key={to}
          to={to}
          label={label}
          Icon={Icon}
          place={place}
          raised={to === raisedPlace}
        />
      ))}
      {children}
    </nav>
  );
}
