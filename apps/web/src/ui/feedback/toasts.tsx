import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { plainLink } from '#ui/buttons.tsx';
import { look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { shieldArea, shieldFinger } from '#ui/tap-shield.ts';
import classes from './toasts.module.css';

/** An action that is offered while the toast is shown. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

interface Toast {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly action?: ToastAction;
}

/** Maximum number of toasts. Older ones are removed, so that the stack does not cover the page. */
const max = 3;

const autoCloseDelay = 3000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. The same text from two calls that failed together is shown once. */
export function showToast(title: string, text: string, action?: ToastAction): void {
  const others = toasts.filter((toast) => toast.title !== title || toast.text !== text);
  lastId += 1;
  const id = lastId;
  set([...others, { id, title, text, ...(action ? { action } : {}) }].slice(-max));
  releaseToast(id);
}

/** Keeps a toast open while the pointer or the focus is on it. */
export function pauseToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Starts the timer that closes a toast. */
export function releaseToast(id: number): void {
  pauseToast(id);
  timers.set(
    id,
    setTimeout(() => {
      hideToast(id);
    }, autoCloseDelay),
  );
}

export function hideToast(id: number): void {
  pauseToast(id);
  set(toasts.filter((toast) => toast.id !== id));
}

function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getToasts(): readonly Toast[] {
  return toasts;
}

/** Keeps a toast with an action open under the pointer. A toast without one closes regardless. */
function pauseWhileUsed(id: number) {
  const pause = () => {
    pauseToast(id);
  };
  const release = () => {
    releaseToast(id);
  };
  return { onMouseEnter: pause, onMouseLeave: release, onFocus: pause, onBlur: release };
}

/** Shows the toasts at the bottom centre. They have two lines and close by themselves. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribeToToasts, getToasts, getToasts);
  return (
    <Stack gap={8} justify="center" className={classes.stack}>
      {shown.map(({ id, title, text, action }) => (
        <Row
          key={id}
          role="alert"
          gap={8}
          align="center"
          justify="between"
          padding="12 16"
          full
          className={classes.toast}
          {...(action ? pauseWhileUsed(id) : {})}
        >
          <div>
            <Text size={14} weight={700} leading="loose">
              {title}
            </Text>
            <Note leading="loose">{text}</Note>
          </div>
          {action ? (
            <ActionButton
              action={action}
              shown={shown}
              onDone={() => {
                hideToast(id);
              }}
            />
          ) : null}
        </Row>
      ))}
    </Stack>
  );
}

interface ActionButtonProps {
  readonly action: ToastAction;
  /** All toasts. The button moves when another one appears. */
  readonly shown: readonly Toast[];
  readonly onDone: () => void;
}

/**
 * Shows the action of a toast. The second tap of a double tap hits neither a button that has just
 * appeared or moved nor the page behind it.
 */
function ActionButton({ action, shown, onDone }: ActionButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const area = button.current?.getBoundingClientRect();
    if (area === undefined) return undefined;
    shieldFinger();
    return () => {
      shieldArea(area);
    };
  }, [shown]);
  return (
    <button
      ref={button}
      type="button"
      className={`${plainLink} ${look('fixed', 'size-14', 'weight-700')} ${classes.action}`}
      onClick={() => {
        onDone();
        action.run();
      }}
    >
      {action.label}
    </button>
  );
}
