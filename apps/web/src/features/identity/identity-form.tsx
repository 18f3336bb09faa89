import { Link, useHydrated } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type AuthErrorName, describeAuthError } from '#lib/auth/auth-error.ts';
import { notifyError } from '#lib/notifier.ts';
import { type FormSpec, useForm, type Values } from '#ui/forms/use-form.ts';
import { nextSearch, useNext } from './identity-search.ts';
import { readPendingCode } from './identity-storage.ts';
import classes from './identity.module.css';

interface IdentityFormOptions<N extends string> {
  readonly fields: FormSpec<N>;
  readonly submit: (values: Values<N>) => Promise<void>;
  /** Sentences that mean something else on this page. */
  readonly messages?: Partial<Record<AuthErrorName, string>>;
  /** Which field a refusal is about. */
  readonly errorFields?: Partial<Record<AuthErrorName, N>>;
}

/** A form whose refusals come from the user pool; what it cannot explain becomes a toast. */
export function useIdentityForm<N extends string>({
  fields,
  submit,
  messages = {},
  errorFields = {},
}: IdentityFormOptions<N>) {
  return useForm<N>({
    fields,
    submit,
    explain: (error) => {
      const text = describeAuthError(error, messages);
      if (text === null) {
        notifyError(error);
        return null;
      }
      const field = error instanceof Error ? errorFields[error.name as AuthErrorName] : undefined;
      return field === undefined ? { text } : { text, field };
    },
  });
}

/** Where else to go, below the form. */
export function PageLinks({ children }: { readonly children: ReactNode }) {
  return <div className={classes.links}>{children}</div>;
}

/**
 * Offers the code page to whoever has left it. It does not lead there by itself, and does not name
 * the address: the next person at this device may be somebody else.
 */
export function ContinueSignUp() {
  const next = useNext();
  // The prerendered page is everybody's, so it has no such link.
  const isPending = useHydrated() && readPendingCode('sign-up') !== null;
  if (!isPending) return null;
  return (
    <Link to="/register" search={nextSearch(next, 'confirm')}>
      登録の続き（確認コードの入力）
    </Link>
  );
}

/** Not for the member: a password manager must learn whose new password it is asked to keep. */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
