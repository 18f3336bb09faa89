import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Stack } from '#ui/layout.tsx';
import { PlainButton } from './buttons.tsx';
import classes from './code-display.module.css';

interface CopyTextProps {
  readonly text: string;
  readonly label: string;
}

/** Shows a text in groups of four, to make typing easier. It is copied without the gaps. */
export function CopyText({ text, label }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Stack justify="start" className={classes.box}>
      <code className={classes.text} aria-label={label}>
        {text.match(/.{1,4}/g)?.join(' ')}
      </code>
      <PlainButton
        onClick={() => {
          // Some browsers reject this. The text can still be selected by hand.
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
    </Stack>
  );
}
