import { Link, useHydrated } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { type AuthErrorName, describeAuthError } from '#lib/auth/auth-error.ts';
import { notifyError } from '#lib/notifier.ts';
import { type FormSpec, useForm, type Values } from '#ui/forms/use-form.ts';
import { Stack } from '#ui/layout.tsx';
import { nextSearch, useNext } from './identity-search.ts';
import { readPendingCode, readTypedEmail } from './identity-storage.ts';
import classes from './identity.module.css';

interface IdentityFormOptions<N extends string> {
  readonly fields: FormSpec<N>;
  readonly submit: (values: Values<N>) => Promise<void>;
  /** Messages with a different meaning on this page. */
  readonly messages?: Partial<Record<AuthErrorName, string>>;
  /** Field that an error refers to. */
  readonly errorFields?: Partial<Record<AuthErrorName, N>>;
}

/** Returns a form that shows the user pool's errors. Unexplained errors are shown as a toast. */
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

/**
 * Fills in the typed address after hydration, because the prerendered page is the same for all
 * visitors.
 */
export function useTypedEmail() {
  const email = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const element = email.current;
    if (element && element.value === '') element.value = readTypedEmail();
  }, []);
  return email;
}

/** Shows links to other pages below the form. */
export function PageLinks({ children }: { readonly children: ReactNode }) {
  return (
    <Stack justify="center" className={classes.links}>
      {children}
    </Stack>
  );
}

/**
 * Links back to the code page for a person who has left it. It does not open it by itself and does
 * not show the address, because another person may be using this device.
 */
export function ContinueSignUp() {
  const next = useNext();
  // The prerendered page is the same for every visitor, so it has no such link.
  const isPending = useHydrated() && readPendingCode('sign-up') !== null;
  if (!isPending) return null;
  return (
    <Link to="/register" search={nextSearch(next, 'confirm')}>
      登録の続き（確認コードの入力）
    </Link>
  );
}

/**
 * Tells password managers which account the new password belongs to. It is hidden from the member.
 */
export function UsernameForManagers({ email }: { readonly email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  );
}
