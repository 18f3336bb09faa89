import { type Icon, IconAlertTriangle, IconCloudUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { PlainButton, PrimaryButton } from '#ui/buttons.tsx';
import { Box, look, Row, Stack, Text } from '#ui/layout.tsx';
import classes from './notices.module.css';

interface NoticeProps {
  readonly Icon: Icon;
  readonly children: ReactNode;
}

/** Shows a remark with an icon. */
export function Notice({ Icon: NoticeIcon, children }: NoticeProps) {
  return (
    <Row as="p" gap={8} align="start" padding={12} raised leading={24} lines>
      <NoticeIcon size={20} stroke={1.75} aria-hidden className={look('above-2')} />
      <span>{children}</span>
    </Row>
  );
}

/** Marks content that was changed here and has not reached the server. */
export function UnsentMark() {
  return (
    <Row
      as="span"
      inline
      gap={4}
      align="center"
      size={12}
      bright
      nowrap
      fixed
      framed
      className={classes.unsent}
    >
      <IconCloudUp size={16} stroke={1.75} aria-hidden />
      未送信
    </Row>
  );
}

interface EmptyStateProps {
  readonly Icon?: Icon;
  /** Picture instead of the icon. */
  readonly picture?: ReactNode;
  readonly text: string;
  /** Button or link for the next step, if there is one. */
  readonly action?: ReactNode;
}

export function EmptyState({ Icon: StateIcon, picture, text, action }: EmptyStateProps) {
  return (
    <Stack gap={16} justify="center" card centered className={classes.empty}>
      {picture ?? (StateIcon ? <StateIcon size={40} stroke={1.5} aria-hidden /> : null)}
      <Text lines phrased className={classes.text}>
        {text}
      </Text>
      {action === undefined ? null : <div className={classes.action}>{action}</div>}
    </Stack>
  );
}

interface DecisionPanelProps {
  readonly heading: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

/**
 * Shows something that happened elsewhere and that the member must decide about. It scrolls into
 * view.
 */
export function DecisionPanel({ heading, children, actions }: DecisionPanelProps) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    title.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Stack as="section" gap={16} card framed padding={16} across aria-labelledby={id}>
      <Row
        id={id}
        ref={title}
        tabIndex={-1}
        as="h2"
        gap={8}
        align="start"
        size={16}
        leading={24}
        className={classes.heading}
      >
        <IconAlertTriangle
          size={20}
          stroke={1.75}
          aria-hidden
          className={look('alarming', 'above-2')}
        />
        {heading}
      </Row>
      {children}
      <Stack gap={8} className={classes.actions}>
        {actions}
      </Stack>
    </Stack>
  );
}

interface ConflictPanelProps {
  readonly heading: string;
  /** The content that was saved in the meantime, for comparison. */
  readonly children: ReactNode;
  readonly editor: {
    readonly busy: boolean;
    readonly loadLatest: () => void;
    readonly keepEditing: () => void;
  };
  /**
   * Saves the own content over the other, or submits the form around the panel, which does the
   * same. Absent where the other content must not be overwritten.
   */
  readonly overwrite?: (() => void) | 'submit';
  readonly loadLatestLabel?: string;
}

/**
 * Asks which content to keep after another person has saved first. It waits for a running save,
 * which may find yet another version.
 */
export function ConflictPanel(props: ConflictPanelProps) {
  const { heading, children, editor, overwrite, loadLatestLabel = '最新の内容を読み込む' } = props;
  const { busy } = editor;
  const decide = (act: () => void) => ({
    'aria-disabled': busy,
    onClick: busy ? undefined : act,
  });
  return (
    <DecisionPanel
      heading={heading}
      actions={
        overwrite === undefined ? (
          <PrimaryButton {...decide(editor.loadLatest)}>{loadLatestLabel}</PrimaryButton>
        ) : (
          <>
            <PrimaryButton
              {...(overwrite === 'submit'
                ? { type: 'submit', 'aria-disabled': busy }
                : decide(overwrite))}
            >
              自分の内容で上書きする
            </PrimaryButton>
            <PrimaryButton variant="default" {...decide(editor.loadLatest)}>
              {loadLatestLabel}
            </PrimaryButton>
            <PlainButton {...decide(editor.keepEditing)}>編集を続ける</PlainButton>
          </>
        )
      }
    >
      {children}
    </DecisionPanel>
  );
}

/**
 * Shows a status that screen readers read when it changes. Render it before it has text, or the
 * first text is not read.
 */
export function StatusText({ children }: { readonly children: ReactNode }) {
  return (
    <Box as="output" block optional>
      {children}
    </Box>
  );
}
