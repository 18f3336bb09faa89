import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './data-table.module.css';

interface UnfoldProps {
  readonly label: string;
  /** At first. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** More of the same, for those who ask. What is folded is not drawn: it may be long. */
export function Unfold({ label, open: openAtFirst = false, children }: UnfoldProps) {
  const [open, setOpen] = useState(openAtFirst);
  return (
    <details
      className={classes.toggle}
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
