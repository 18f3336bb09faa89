import { IconChevronRight } from '@tabler/icons-react';
import type { GymSummary } from '@tanren/contract/gyms';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import classes from './gym-select.module.css';

interface GymSelectProps {
  readonly gyms: readonly GymSummary[];
  readonly gymId: number;
  /** A reservation moves within its gym. */
  readonly fixed: boolean;
  readonly onChoose: (gymId: number) => void;
}

export function GymSelect({ gyms, gymId, fixed, onChoose }: GymSelectProps) {
  const id = useId();
  return (
    <div className={classes.row}>
      <label htmlFor={id} className={classes.label}>
        ジム
      </label>
      <select
        id={id}
        className={classes.select}
        value={gymId}
        disabled={fixed}
        onChange={(event) => {
          onChoose(Number(event.target.value));
        }}
      >
        {gyms.map((gym) => (
          <option key={gym.id} value={gym.id}>
            {gym.name}
          </option>
        ))}
      </select>
      <Link to="/gyms/$gymId" params={{ gymId }} className={classes.about}>
        ジムの情報
        <IconChevronRight size={20} stroke={1.75} aria-hidden />
      </Link>
    </div>
  );
}
