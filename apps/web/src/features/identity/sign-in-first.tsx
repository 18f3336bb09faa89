import { useNavigate } from '@tanstack/react-router';
import { FormPage } from '#ui/forms/form-page.tsx';
import { PrimaryButton } from '#ui/buttons.tsx';

interface SignInFirstProps {
  readonly title: string;
  /** Where to come back to. */
  readonly next: string;
}

/** A step of the way in, opened by someone who is not signed in: a form could not work here. */
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
