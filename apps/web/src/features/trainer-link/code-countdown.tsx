import { announceLeft, formatLeft } from './code-state.ts';
import { SpokenText } from './spoken-text.tsx';
import classes from './code-countdown.module.css';

/** Seen every second, heard at a few moments. */
export function CodeCountdown({ leftMs }: { readonly leftMs: number }) {
  return (
    <>
      <p className={classes.left} role="timer">
        {leftMs > 0 ? (
          <>
            残り<span className={classes.time}>{formatLeft(leftMs)}</span>
          </>
        ) : (
          'まもなく有効期限が切れます'
        )}
      </p>
      <SpokenText>{announceLeft(leftMs)}</SpokenText>
    </>
  );
}
