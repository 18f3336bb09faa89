import { IconBarbell, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { tanrenConnectionQuery } from '#entities/machines/machines.queries.ts';
import { nameWorkoutType } from '#entities/workouts/workouts.queries.ts';
import { LoadAgainIfMissing } from '#ui/feedback/loading.tsx';
import classes from './machine-link-card.module.css';

/** On the home page: what members come for, or where they are at it. */
export function MachineLinkCard() {
  const query = useQuery(tanrenConnectionQuery);
  const connection = query.data?.connection;
  return (
    <>
      <Link to="/tanren-link" className={classes.card} data-linked={Boolean(connection)}>
        <IconBarbell size={32} stroke={1.75} aria-hidden />
        {connection ? (
          <span className={classes.words}>
            <span className={classes.state}>
              <span className={classes.light} aria-hidden />
              接続中・マシン {connection.machine.id}
            </span>
            <span className={classes.name}>
              {nameWorkoutType(connection.machine.workoutTypeId)}
            </span>
          </span>
        ) : (
          <span className={classes.name}>マシンと接続</span>
        )}
        <IconChevronRight size={24} stroke={1.75} aria-hidden />
      </Link>
      <LoadAgainIfMissing what="マシンとの接続" query={query} />
    </>
  );
}
