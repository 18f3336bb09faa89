import { IconAlertTriangle, IconChevronRight, IconCloudUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRejectedCount, useWaitingCount } from '#lib/offline/outbox.ts';
import { look } from '#ui/layout.tsx';
import classes from './layouts.module.css';

const unsent = look('row', 'tall-44', 'align-center', 'gap-8', 'size-14', 'leading-20', 'bare');

/**
 * Shows a link to the unsent changes above every page while there are any. Changes that need a
 * decision come first; the others are sent automatically.
 */
export function UnsentBar() {
  const rejected = useRejectedCount();
  const waiting = useWaitingCount();
  if (rejected + waiting === 0) return null;
  const Icon = rejected > 0 ? IconAlertTriangle : IconCloudUp;
  return (
    <nav aria-label="未送信の変更">
      <Link to="/settings/unsent" className={`${unsent} ${classes.bar}`}>
        <Icon size={20} stroke={1.75} aria-hidden />
        <span>{describeUnsent(rejected, waiting)}</span>
        <IconChevronRight size={20} stroke={1.75} aria-hidden className={look('end')} />
      </Link>
    </nav>
  );
}

function describeUnsent(rejected: number, waiting: number): string {
  if (rejected === 0) return `送信待ちの変更が${waiting}件あります`;
  const others = waiting === 0 ? '' : `（送信待ち${waiting}件）`;
  return `確認が必要な変更が${rejected}件あります${others}`;
}
