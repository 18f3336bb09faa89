import { IconCheck, IconCopy } from '@tabler/icons-react';
import { formatTrainerCode } from '@tanren/domain/trainers';
import { useEffect, useRef, useState } from 'react';
import { PlainButton } from '#ui/buttons.tsx';
import { QrCode } from '#ui/code-display.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { SpokenText } from './spoken-text.tsx';
import classes from './shown-code.module.css';

/** To be read out, shown across a table, or scanned. */
export function ShownCode({ code }: { readonly code: string }) {
  const box = useRef<HTMLDivElement>(null);
  const written = useRef<HTMLElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  // Whoever asked for it by keyboard or screen reader is led to it.
  useEffect(() => {
    box.current?.focus();
  }, []);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(formatTrainerCode(code));
      setCopied(true);
    } catch {
      // Refused by some browsers, and missing in others without https.
      if (written.current) getSelection()?.selectAllChildren(written.current);
      setCopied(false);
    }
  }

  const CopyIcon = copied === true ? IconCheck : IconCopy;
  return (
    <div ref={box} tabIndex={-1} className={classes.box}>
      <code ref={written} className={classes.code} aria-hidden>
        {formatTrainerCode(code)}
      </code>
      <SpokenText>連携コード {code.split('').join(' ')}</SpokenText>
      <QrCode
        text={`${location.origin}/trainer?code=${code}`}
        label="連携コードのQRコード（トレーナーが読み取ります）"
      />
      <PlainButton onClick={() => void copy()}>
        <CopyIcon size={20} stroke={1.75} aria-hidden />
        {copied === true ? 'コピーしました' : 'コードをコピーする'}
      </PlainButton>
      <StatusText>
        {copied === false ? 'コピーできませんでした。選択された文字をコピーしてください。' : null}
      </StatusText>
    </div>
  );
}
