import classes from './skeleton.module.css';

interface SkeletonProps {
  /** In px; without one it is as high as the box around it. */
  readonly height?: number;
}

/** The place that something will take, as high as it will be. */
export function Skeleton({ height }: SkeletonProps) {
  return <div className={classes.skeleton} style={{ height: height ?? '100%' }} aria-hidden />;
}

/**
 * The place of a page of which nothing is known yet: a heading and some cards. It is sent as HTML,
 * where the security policy refuses style attributes.
 */
export function PageSkeleton() {
  return (
    <div className={classes.page} aria-hidden>
      <div className={classes.heading} />
      <div className={classes.card} />
      <div className={classes.card} />
    </div>
  );
}
