import { IconChevronRight, IconCloudUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useUnsentCount } from '#lib/offline/outbox.ts';
import classes from './layouts.module.css';

/**
 * Above every page as long as something waits: the way to what it is, and to what could not be sent.
 */
export function UnsentBar() {
  const count = useUnsentCount();
  if (count === 0) return null;
  return (
    <nav aria-label="未送信の変更">
      <Link to="/settings/unsent" className={classes.unsent}>
        <IconCloudUp size={20} stroke={1.75} aria-hidden />
        <span>未送信の変更が{count}件あります</span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
    </nav>
  );
}
