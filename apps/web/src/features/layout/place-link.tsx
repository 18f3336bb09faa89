import type { Icon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Place } from './find-place.ts';
import classes from './place-link.module.css';

interface PlaceLinkProps {
  readonly to: Place;
  readonly label: string;
  readonly Icon: Icon;
  /** Of the page that is shown. */
  readonly place: Place | null;
  readonly raised?: boolean;
}

/** A place with its sign above its name. */
export function PlaceLink({ to, label, Icon: Sign, place, raised = false }: PlaceLinkProps) {
  return (
    <Link
      to={to}
      className={classes.place}
      data-raised={raised || undefined}
      // The router would mark what it takes for the same page; which place a page has, we say.
      activeOptions={{ exact: true }}
      aria-current={to === place ? 'page' : undefined}
    >
      <span className={classes.icon}>
        <Sign size={24} stroke={1.75} aria-hidden />
      </span>
      <span>{label}</span>
    </Link>
  );
}
