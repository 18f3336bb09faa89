import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { cardLink } from '#ui/card.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { followRun } from './run-progress.ts';
import { useSessionRun } from './session-run.queries.ts';
import classes from './run-card.module.css';

/** On the home page while a session is under way. */
export function RunCard() {
  const { data: run } = useSessionRun();
  if (!run) return null;
  return (
    <Link to="/tanren-link" className={cardLink}>
      <span className={classes.card}>
        <span className={classes.label}>セッション実施中</span>
        <strong className={classes.title}>{run.title}</strong>
        <ProgressBar {...followRun(run, [])} />
        <span className={classes.further}>
          続ける
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </span>
      </span>
    </Link>
  );
}
