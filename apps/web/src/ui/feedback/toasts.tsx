import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { shieldArea, shieldFinger } from '#ui/tap-shield.ts';
import classes from './toasts.module.css';

/** A way back, as long as the toast is there. */
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

/** Older ones make room: a stack that covers the page helps nobody. */
const most = 3;

const autoCloseDelay = 3000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** The same words twice at once, from two calls that failed together, are told once. */
export function showToast(title: string, text: string, action?: ToastAction): void {
  const others = toasts.filter((toast) => toast.title !== title || toast.text !== text);
  lastId += 1;
  const id = lastId;
  set([...others, { id, title, text, ...(action ? { action } : {}) }].slice(-most));
  releaseToast(id);
}

/** Whoever points at it, or has gone there by keyboard, is not done with it. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** From now on it goes by itself. */
export function releaseToast(id: number): void {
  holdToast(id);
  timers.set(
    id,
    setTimeout(() => {
      hideToast(id);
    }, autoCloseDelay),
  );
}

export function hideToast(id: number): void {
  holdToast(id);
  set(toasts.filter((toast) => toast.id !== id));
}

function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function getToasts(): readonly Toast[] {
  return toasts;
}

/** A way back must not vanish under the pointer; what only tells goes, wherever the pointer rests. */
function holdWhileUsed(id: number) {
  const hold = () => {
    holdToast(id);
  };
  const release = () => {
    releaseToast(id);
  };
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release };
}

/** Bottom centre, two lines, nothing to close: they go by themselves. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribeToToasts, getToasts, getToasts);
  return (
    <div className={classes.stack}>
      {shown.map(({ id, title, text, action }) => (
        <div key={id} role="alert" className={classes.toast} {...(action ? holdWhileUsed(id) : {})}>
          <div>
            <p className={classes.title}>{title}</p>
            <p className={classes.text}>{text}</p>
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
        </div>
      ))}
    </div>
  );
}

interface ActionButtonProps {
  readonly action: ToastAction;
  /** All toasts: another one moves the button. */
  readonly shown: readonly Toast[];
  readonly onDone: () => void;
}

/** The second tap of two neither hits a button that has just come or moved, nor the page behind it. */
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
      className={classes.action}
      onClick={() => {
        onDone();
        action.run();
      }}
    >
      {action.label}
    </button>
  );
}
