import { offerMs } from '@tanren/domain/reservations';
import { useNow } from '#lib/use-now.ts';
import { formatCountdown } from './slot-state.ts';
import classes from './offer-countdown.module.css';

/** How long a place is still held. */
export function OfferCountdown({ until }: { readonly until: string }) {
  const now = useNow(1000);
  return (
    <span className={classes.offer}>
      空きが出ました
      <span className={classes.left} role="timer">
        残り{formatCountdown(until, now, offerMs)}
      </span>
    </span>
  );
}
