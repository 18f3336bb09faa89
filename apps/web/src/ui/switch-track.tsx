import classes from './switch-track.module.css';

/** How a switch looks; what it does belongs to the button around it. */
export function SwitchTrack({ on }: { readonly on: boolean }) {
  return <span className={classes.track} data-on={on || undefined} aria-hidden />;
}
