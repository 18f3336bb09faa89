import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
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
    <details
      className={classes.disclosure}
      open={open}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary className={classes.summary}>
        {label}
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </summary>
      {open ? <div className={classes.inside}>{children}</div> : null}
    </details>
  );
}
