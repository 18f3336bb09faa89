import { useNavigate } from '@tanstack/react-router';
import { FormPage } from '#ui/forms/form-page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';

interface SignInFirstProps {
  readonly title: string;
  /** Path to return to after signing in. */
  readonly next: string;
}

/** Asks a visitor who is not signed in to do so first, because the form needs a member. */
export function SignInFirst({ title, next }: SignInFirstProps) {
  const navigate = useNavigate();
  return (
    <FormPage title={title} lead="この手続きを続けるには、ログインしてください。">
      <PrimaryButton onClick={() => void navigate({ to: '/login', search: { next } })}>
        ログイン
      </PrimaryButton>
    </FormPage>
  );
}
