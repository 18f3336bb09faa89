import type { ComponentPropsWithoutRef } from 'react';
import classes from './plain-button.module.css';

type PlainButtonProps = Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'type'>;

/** What can be done besides: as tall as a thumb, without a frame. */
export function PlainButton(props: PlainButtonProps) {
  return <button type="button" className={classes.button} {...props} />;
}
