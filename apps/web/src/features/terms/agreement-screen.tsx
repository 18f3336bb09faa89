import { termsDateLabel } from '@tanren/domain/terms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PrimaryButton } from '#ui/primary-button.tsx';
import { ScrollBox } from '#ui/scroll-box.tsx';
import { agreeMutation } from './terms.queries.ts';
import classes from './agreement-screen.module.css';

interface AgreementScreenProps {
  /** The terms themselves, readable in place. */
  readonly terms: ReactNode;
  /** Where the member wanted to go. */
  readonly next: string;
  /** For whoever does not agree. */
  readonly wayOut: ReactNode;
}

export function AgreementScreen({ terms, next, wayOut }: AgreementScreenProps) {
  const router = useRouter();
  const agree = useMutation(agreeMutation(useQueryClient()));
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>利用規約への同意</h1>
      <p className={classes.lead}>
        ご利用の前に、利用規約（{termsDateLabel}改定）をお読みください。
      </p>
      <ScrollBox label="利用規約">{terms}</ScrollBox>
      <p className={classes.lead}>
        個人情報の取り扱いについては<Link to="/privacy-policy">プライバシーポリシー</Link>
        をご覧ください。
      </p>
      <div className={classes.action}>
        <PrimaryButton
          aria-disabled={agree.isPending}
          aria-busy={agree.isPending}
          onClick={() => {
            if (agree.isPending) return;
            agree.mutate(undefined, {
              onSuccess: () => void router.navigate({ href: next, replace: true }),
            });
          }}
        >
          同意して続ける
        </PrimaryButton>
      </div>
      {wayOut}
    </div>
  );
}
