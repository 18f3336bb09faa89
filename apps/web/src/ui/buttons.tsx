import type { ComponentPropsWithoutRef } from 'react';
import { useShieldAfter } from '#ui/tap-shield.ts';
import classes from './buttons.module.css';

interface PrimaryButtonProps extends Omit<
  ComponentPropsWithoutRef<'button'>,
  'className' | 'style' | 'type'
> {
  readonly type?: 'button' | 'submit';
  /**
   * Red is for the next step: `filled` where it must be seen from a distance or in a dialog.
   * `default` is for the less important choice beside it, `ending` for an action that ends or
   * removes something, which also has an icon.
   */
  readonly variant?: 'outline' | 'filled' | 'default' | 'ending';
}

/** Shows the button for the main action of a page: outlined, as wide as its column, 52 px high. */
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

/** Class for links that are the main action of a page. */
export const primaryButtonLink = classes.primary;

type PlainButtonProps = Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'type'>;

/** Class for framed links and buttons beside others, as wide as their text. */
export const smallButton = classes.small;

/** Class for the sign of a button whose action is running. */
export const spinner = classes.spinner;

/** Class for links without a frame. */
export const plainLink = classes.plain;

/** Shows the button for a secondary action: as tall as a thumb, without a frame. */
export function PlainButton(props: PlainButtonProps) {
  useShieldAfter(props['aria-disabled'] === true);
  return <button type="button" className={classes.plain} {...props} />;
}
