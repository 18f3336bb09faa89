import { useState } from 'react';
import { formatGymDate, gymDayOf } from '#lib/dates.ts';
import { PlainButton } from '#ui/plain-button.tsx';
import classes from './calendar-feed-section.module.css';
import { FeedWarning } from './feed-warning.tsx';

interface FeedChoicesProps {
  readonly createdAt: string;
  /** The address can be seen now. */
  readonly shown: boolean;
  readonly renew: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const warnings = {
  renew: {
    title: 'アドレスを更新しますか',
    text: '新しいアドレスを発行します。これまでのアドレスは使えなくなるため、カレンダーアプリに登録し直してください。',
    refusal: '更新しない',
    consent: '更新する',
    progress: '更新しています…',
  },
  stop: {
    title: '連携を停止しますか',
    text: 'これまでのアドレスは使えなくなり、カレンダーアプリに予約が表示されなくなります。予約は取り消されません。',
    refusal: '停止しない',
    consent: '停止する',
    progress: '停止しています…',
  },
} as const;

/** What can be done with an address that exists. Neither can be undone, so both ask first. */
export function FeedChoices({ createdAt, shown, renew, stop }: FeedChoicesProps) {
  const [asks, setAsks] = useState<keyof typeof warnings | null>(null);
  const act = asks === 'renew' ? renew : stop;
  return (
    <>
      {shown ? null : (
        <p className={classes.text}>
          {formatGymDate(gymDayOf(createdAt))}
          に発行したアドレスで連携できます。アドレスが分からなくなったときは、更新してください。
        </p>
      )}
      <div className={classes.choices}>
        <PlainButton onClick={() => setAsks('renew')}>アドレスを更新する</PlainButton>
        <PlainButton onClick={() => setAsks('stop')}>連携を停止する</PlainButton>
      </div>
      {asks === null ? null : (
        <FeedWarning {...warnings[asks]} act={act} onClose={() => setAsks(null)} />
      )}
    </>
  );
}
