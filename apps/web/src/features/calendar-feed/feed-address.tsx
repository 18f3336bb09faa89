import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Notice, StatusText } from '#ui/feedback/notices.tsx';
import { PlainButton, primaryButtonLink } from '#ui/buttons.tsx';
import classes from './calendar-feed.module.css';

/** The address as it is told, once: to copy, and to open in the calendar of this device. */
export function FeedAddress({ address }: { readonly address: string }) {
  const box = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  // Whoever asked for it by keyboard or screen reader is led to it.
  useEffect(() => {
    box.current?.focus();
  }, []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Refused by some browsers, and missing in others without https.
      if (box.current) getSelection()?.selectAllChildren(box.current);
      setCopied(false);
    }
  }

  const CopyIcon = copied === true ? IconCheck : IconCopy;
  return (
    <div className={classes.issued}>
      <div className={classes.box}>
        <code ref={box} tabIndex={-1} className={classes.address} aria-label="カレンダー用URL">
          {address}
        </code>
        <PlainButton onClick={() => void copy()}>
          <CopyIcon size={20} stroke={1.75} aria-hidden />
          {copied === true ? 'コピーしました' : 'コピーする'}
        </PlainButton>
        <StatusText>
          {copied === false ? 'コピーできませんでした。選択された文字をコピーしてください。' : null}
        </StatusText>
      </div>
      <a
        href={address.replace(/^https?:/, 'webcal:')}
        className={primaryButtonLink}
        data-variant="default"
      >
        カレンダーアプリで開く
      </a>
      <Notice Icon={IconAlertTriangle}>
        このURLは今だけ表示されます。知っている人は誰でも予約の日時と場所を見られるため、ほかの人に教えないでください。
      </Notice>
      <p className={classes.hint}>
        Googleカレンダーでは、パソコンの「他のカレンダー」から「URLで追加」を選び、貼り付けてください。変更の反映に時間がかかることがあります。
      </p>
    </div>
  );
}
