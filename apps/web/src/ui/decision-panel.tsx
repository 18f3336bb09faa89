import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './decision-panel.module.css';

interface DecisionPanelProps {
  readonly heading: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/** Something happened elsewhere that only the member can decide about: it comes into sight first. */
export function DecisionPanel({ heading, children, actions }: DecisionPanelProps) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    title.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id} ref={title} tabIndex={-1} className={classes.heading}>
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
        {heading}
      </h2>
      {children}
      <div className={classes.actions}>{actions}</div>
    </section>
  );
}
