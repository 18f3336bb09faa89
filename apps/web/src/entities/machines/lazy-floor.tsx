import { Suspense } from 'react';
import { lazyScreen, loadPartOrReload } from '#lib/builds/chunks.ts';
import type { FloorProps } from './gym-floor.tsx';
// The pages contain the styles, which saves a request when the floor appears.
import classes from './gym-floor.module.css';

/** The pages work without the floor if its code cannot be loaded. */
const importFloor = () =>
  loadPartOrReload(() => import('./gym-floor.tsx')).catch(() => ({
    GymFloor: () => <div data-missing />,
  }));
const GymFloor = lazyScreen(importFloor, 'GymFloor');

/**
 * Shows the floor of a gym. Its code is loaded after the page, whose first load must not grow. The
 * space is reserved, so that nothing moves when the floor appears.
 */
export function Floor(props: FloorProps) {
  const { size = 'usual', route } = props;
  return (
    <div
      className={classes.space}
      data-size={size}
      data-route={route !== undefined || undefined}
      data-picture="blank"
    >
      <Suspense fallback={null}>
        <GymFloor {...props} />
      </Suspense>
    </div>
  );
}
