import { Link, useLocation } from '@tanstack/react-router';
import { navigation, raisedPlace, sessionPlace } from './navigation.ts';
import classes from './navigation-bar.module.css';

/** Along the bottom on a phone, a rail on the left on a desktop: one list, placed by CSS. */
export function NavigationBar() {
  const isSession = useLocation({
    select: ({ pathname }) => sessionPlace.pattern.test(pathname),
  });
  return (
    <nav className={classes.bar} aria-label="メインメニュー">
      {navigation.map(({ to, label, Icon, exact }) => (
        <Link
          key={to}
          to={to}
          className={classes.place}
          data-raised={to === raisedPlace || undefined}
          activeOptions={{ exact }}
          activeProps={{ 'aria-current': 'page' }}
          aria-current={isSession && to === sessionPlace.to ? 'page' : undefined}
        >
          <span className={classes.icon}>
            <Icon size={24} stroke={1.75} aria-hidden />
          </span>
          <span>{label}</span>
        </Link>
      ))}
    </nav>
  );
}
