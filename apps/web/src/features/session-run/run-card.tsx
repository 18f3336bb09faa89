import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { cardLink } from '#ui/lists/cards.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { RunMissing } from './run-missing.tsx';
import { useRunProgress } from './use-run-progress.ts';
import classes from './run-card.module.css';

/** On the home page while a session is under way: until its last set, not until somebody ends it. */
export function RunCard() {
  const followed = useRunProgress();
  if (followed === null || followed.progress.next === null) return <RunMissing />;
  const { run, progress } = followed;
  return (
    <Link to="/tanren-link" className={cardLink}>
      <span className={classes.card}>
        <span className={classes.label}>セッション実施中</span>
        <strong className={classes.title}>{run.title}</strong>
        <ProgressBar {...progress} />
        <span className={classes.further}>
          続ける
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </span>
      </span>
    </Link>
  );
}
