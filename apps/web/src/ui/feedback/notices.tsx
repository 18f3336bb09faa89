import { type Icon, IconAlertTriangle, IconCloudUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
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

/** Beside what was changed here and has not arrived at the server. */
export function UnsentMark() {
  return (
    <span className={classes.unsent}>
      <IconCloudUp size={16} stroke={1.75} aria-hidden />
      未送信
    </span>
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

interface ConflictPanelProps {
  readonly heading: string;
  /** What was saved meanwhile, to compare. */
  readonly children: ReactNode;
  readonly editor: {
    readonly busy: boolean;
    readonly overwrite: () => void;
    readonly loadCurrent: () => void;
    readonly keepEditing: () => void;
  };
}

/** Somebody else was faster to save: whose content shall stay. */
export function ConflictPanel({ heading, children, editor }: ConflictPanelProps) {
  return (
    <DecisionPanel
      heading={heading}
      actions={
        <>
          <PrimaryButton aria-disabled={editor.busy} onClick={editor.overwrite}>
            自分の内容で上書きする
          </PrimaryButton>
          <PrimaryButton variant="default" onClick={editor.loadCurrent}>
            最新の内容を読み込む
          </PrimaryButton>
          <PlainButton onClick={editor.keepEditing}>編集を続ける</PlainButton>
        </>
      }
    >
      {children}
    </DecisionPanel>
  );
}

/** What is going on, read out as it changes. It has to stand there before it has something to say. */
export function StatusText({ children }: { readonly children: ReactNode }) {
  return <output className={classes.status}>{children}</output>;
}
