import { type Icon, IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import classes from './notices.module.css';

interface NoticeProps {
  readonly Icon: Icon;
  readonly children: ReactNode;
}

/** Something to know on this page, with a sign. */
export function Notice({ Icon: NoticeIcon, children }: NoticeProps) {
  return (
    <p className={classes.notice}>
      <NoticeIcon size={20} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

interface EmptyStateProps {
  readonly Icon?: Icon;
  /** Instead of the icon. */
  readonly picture?: ReactNode;
  readonly text: string;
  /** The one thing to do next, if there is one. */
  readonly action?: ReactNode;
}

export function EmptyState({ Icon: StateIcon, picture, text, action }: EmptyStateProps) {
  return (
    <div className={classes.empty}>
      {picture ?? (StateIcon ? <StateIcon size={40} stroke={1.5} aria-hidden /> : null)}
      <p className={classes.text}>{text}</p>
      {action === undefined ? null : <div className={classes.action}>{action}</div>}
    </div>
  );
}

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

/** What is going on, read out as it changes. It has to stand there before it has something to say. */
export function StatusText({ children }: { readonly children: ReactNode }) {
  return <output className={classes.status}>{children}</output>;
}
