import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './back-to-settings.module.css';

export function BackToSettings() {
  return (
    <Link to="/settings" className={classes.back}>
      <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      設定に戻る
    </Link>
  );
}
