import { useNavigate } from '@tanstack/react-router';
import { PrimaryButton } from '#ui/primary-button.tsx';
import classes from './sign-in-first.module.css';

interface SignInFirstProps {
  readonly title: string;
  /** Where to come back to. */
  readonly next: string;
}

/** A step of the way in, opened by someone who is not signed in: a form could not work here. */
export function SignInFirst({ title, next }: SignInFirstProps) {
  const navigate = useNavigate();
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>この手続きを続けるには、サインインしてください。</p>
      <PrimaryButton
        onClick={() => void navigate({ href: `/login?next=${encodeURIComponent(next)}` })}
      >
        サインイン
      </PrimaryButton>
    </div>
  );
}
