import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { encode } from 'uqr';
import { PlainButton } from './buttons.tsx';
import classes from './code-display.module.css';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
}

/** Dark on light with the quiet zone the standard asks for: many readers know no other. */
function drawQrCode(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const squares = data.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${squares.join('')}"/></svg>`
  );
}

export function QrCode({ text, label }: QrCodeProps) {
  const source = `data:image/svg+xml,${encodeURIComponent(drawQrCode(text))}`;
  return <img className={classes.code} src={source} alt={label} />;
}

interface CopyTextProps {
  readonly text: string;
  readonly label: string;
}

/** In groups of four, for those who have to type it; copied without the gaps. */
export function CopyText({ text, label }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <div className={classes.box}>
      <code className={classes.text} aria-label={label}>
        {text.match(/.{1,4}/g)?.join(' ')}
      </code>
      <PlainButton
        onClick={() => {
          // Refused by some browsers; the text can still be selected by hand.
          navigator.clipboard.writeText(text).then(
            () => {
              setCopied(true);
            },
            () => {},
          );
        }}
      >
        <Icon size={20} stroke={1.75} aria-hidden />
        {copied ? 'コピーしました' : 'コピーする'}
      </PlainButton>
    </div>
  );
}
