import type { StaffRejectedMessage } from '@tanren/contract/staff-machines';
import { Link } from '@tanstack/react-router';
import { formatMoment } from '#lib/moments.ts';
import { Unfold } from '#ui/unfold.tsx';
import { describeRejection } from './rejection-words.ts';
import classes from './rejected-message-card.module.css';

interface RejectedMessageCardProps {
  readonly message: StaffRejectedMessage;
  /** Of its exercise, where the machine is still known. */
  readonly machineName: string | null;
}

const bytes = new Intl.NumberFormat('ja-JP');

export function RejectedMessageCard({ message, machineName }: RejectedMessageCardProps) {
  const { machineId, receivedAt, byteLength, payload } = message;
  const { name, meaning } = describeRejection(message.reason);
  return (
    <article className={classes.card} aria-label={`マシン ${machineId}・${name}`}>
      <div className={classes.head}>
        <h2 className={classes.reason}>{name}</h2>
        <time dateTime={receivedAt} className={classes.time}>
          {formatMoment(receivedAt)}
        </time>
      </div>
      <p className={classes.meaning}>{meaning}</p>
      <p className={classes.machine}>
        <Link to="/staff/machines/$machineId" params={{ machineId }}>
          マシン {machineId}
          {machineName === null ? '' : `（${machineName}）`}
        </Link>
        <span>{bytes.format(byteLength)}バイト</span>
      </p>
      <div className={classes.content}>
        <Unfold label="受信した内容">
          {payload === '' ? (
            <p className={classes.meaning}>内容はありません。</p>
          ) : (
            <pre className={classes.payload}>{payload}</pre>
          )}
        </Unfold>
      </div>
    </article>
  );
}
