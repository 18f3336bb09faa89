import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { PlainButton } from '#ui/buttons.tsx';
import { Stack, Text } from '#ui/layout.tsx';
import classes from './code-display.module.css';

interface CopyTextProps {
  readonly text: string;
  readonly label: string;
}

/** Class for a text to copy above its button. */
export const copyBox = classes.box;

/** Shows a text in groups of four, to make typing easier. It is copied without the gaps. */
export function CopyText({ text, label }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <Stack justify="start" className={copyBox}>
      <Text as="code" code size={16} aria-label={label}>
        {text.match(/.{1,4}/g)?.join(' ')}
      </Text>
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
