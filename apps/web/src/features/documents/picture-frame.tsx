import type { ReactNode } from 'react';
import classes from './picture-frame.module.css';

interface PictureFrameProps {
  /** What there is to see, for those who do not see it. */
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * Every picture is 360 by 300: on a phone one unit is about one pixel. Its words are part of the
 * drawing and would be read out as a heap, so a caption is read instead.
 */
export function PictureFrame({ title, children }: PictureFrameProps) {
  return (
    <figure className={classes.figure}>
      <svg className={classes.drawing} viewBox="0 0 360 300" aria-hidden focusable="false">
        {children}
      </svg>
      <figcaption className={classes.caption}>{title}</figcaption>
    </figure>
  );
}
