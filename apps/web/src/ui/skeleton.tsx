import classes from './skeleton.module.css';

interface SkeletonProps {
  /** In px; without one it is as high as the box around it. */
  readonly height?: number;
}

/** The place that something will take, as high as it will be. */
export function Skeleton({ height }: SkeletonProps) {
  return <div className={classes.skeleton} style={{ height: height ?? '100%' }} aria-hidden />;
}
