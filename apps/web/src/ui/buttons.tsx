import type { ComponentPropsWithoutRef } from 'react';
import { useShieldAfter } from '#ui/tap-shield.ts';
import classes from './buttons.module.css';

interface PrimaryButtonProps extends Omit<
  ComponentPropsWithoutRef<'button'>,
  'className' | 'style' | 'type'
> {
  readonly type?: 'button' | 'submit';
  /** `filled` for what cannot be undone, `default` for the quiet choice beside it. */
  readonly variant?: 'outline' | 'filled' | 'default';
}

/** The one thing to do next: outlined, as wide as its column, 52 px high. */
export function PrimaryButton({ type, variant = 'outline', ...others }: PrimaryButtonProps) {
  useShieldAfter(others['aria-disabled'] === true);
  return (
    <button
      type={type === 'submit' ? 'submit' : 'button'}
      className={classes.primary}
      data-variant={variant}
      {...others}
    />
  );
}

/** For links that are the one thing to do next. */
export const primaryButtonLink = classes.primary;

type PlainButtonProps = Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'type'>;

/** What can be done besides: as tall as a thumb, without a frame. */
export function PlainButton(props: PlainButtonProps) {
  useShieldAfter(props['aria-disabled'] === true);
  return <button type="button" className={classes.plain} {...props} />;
}
