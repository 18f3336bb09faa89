import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Box, Row } from '#ui/layout.tsx';
import classes from './disclosure.module.css';

interface DisclosureProps {
  readonly label: string;
  /** Whether it is open at first. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** Hides details behind a label. Closed content is not rendered, because it may be long. */
export function Disclosure({ label, open: openAtFirst = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <Box
      as="details"
      card
      open={open}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <Row
        as="summary"
        tall={52}
        align="center"
        justify="between"
        padding="0 16"
        pressable
        className={classes.summary}
      >
        {label}
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </Row>
      {open ? <div className={classes.inside}>{children}</div> : null}
    </Box>
  );
}
