import { IconAlertTriangle } from '@tabler/icons-react';
import { useHydrated } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { PrimaryButton, spinner } from '#ui/buttons.tsx';
import { Box, look, Row, Stack, Text } from '#ui/layout.tsx';
import classes from './form-page.module.css';

interface FormPageProps {
  /** Progress of a task of several pages. */
  readonly above?: ReactNode;
  readonly title: string;
  /** Whether the title takes the focus, because the previous step led here. */
  readonly takesFocus?: boolean;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** Lays out a page with one form: the purpose above it, and other links below it. */
export function FormPage({ above, title, takesFocus = false, lead, children }: FormPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Stack gap={16} padding="24 0" className={classes.page}>
      {above}
      <Text
        ref={heading}
        as="h1"
        size={28}
        leading="tight"
        tabIndex={takesFocus ? -1 : undefined}
        className={classes.title}
      >
        {title}
      </Text>
      {lead === undefined ? null : (
        <Text quiet phrased above={-8}>
          {lead}
        </Text>
      )}
      {children}
    </Stack>
  );
}

/**
 * Shows why the form was rejected. The region is rendered empty, so that screen readers read its
 * text when it appears.
 */
export function FormError({ text }: { readonly text: string | null }) {
  return (
    <Box role="alert" optional>
      {text === null ? null : (
        // A frame would make it look like a button. The background is the same in a dialog, because
        // on a lighter surface this red is too dark for text.
        <Row as="p" gap={8} align="start" padding={12} sunken alarming leading={24} lines>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden className={look('above-2')} />
          <span>{text}</span>
        </Row>
      )}
    </Box>
  );
}

interface SubmitButtonProps {
  readonly busy: boolean;
  /** `default` is for pages with several equal forms, or where something else comes first. */
  readonly variant?: 'outline' | 'default';
  readonly children: ReactNode;
}

/**
 * Submits a form. It is not `disabled` while busy, because that would lose the focus; the form
 * ignores a second tap. Before hydration the button must not submit the form natively. That takes
 * seconds on a slow line, so it shows that it is not ready.
 */
export function SubmitButton({ busy, variant = 'outline', children }: SubmitButtonProps) {
  const hydrated = useHydrated();
  const waits = busy || !hydrated;
  return (
    <PrimaryButton
      type={hydrated ? 'submit' : 'button'}
      variant={variant}
      aria-disabled={waits}
      aria-busy={waits}
    >
      {waits ? <span className={`${spinner} ${classes.spinner}`} aria-hidden /> : null}
      {hydrated ? children : '読み込み中…'}
    </PrimaryButton>
  );
}
