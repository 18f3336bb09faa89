import { agreeToTerms } from '@tanren/contract/members/terms-agreements';
import type { UserInfo } from '@tanren/contract/members/userinfo';
import { requiredTermsVersion, termsDateLabel } from '@tanren/domain/members/terms';
import {
  mutationOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { createFileRoute, Link, useRouter } from '@tanstack/react-router';
import { DocumentBody } from '#features/members/documents/document-body.tsx';
import { WayOut } from '#features/identity/leave.tsx';
import classes from '#features/identity/onboarding.module.css';
import { RegistrationProgress } from '#features/identity/registration-progress.tsx';
import { SignInFirst } from '#features/identity/sign-in-first.tsx';
import { callApi } from '#lib/api.ts';
import { isApiError } from '#lib/errors.ts';
import { loadPart } from '#lib/builds/chunks.ts';
import { loadPageData } from '#lib/builds/page-payload.ts';
import { onlySearch, readNextSearch } from '#lib/route-params.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { Stack, Text } from '#ui/layout.tsx';
import { ScrollBox } from '#ui/page.tsx';

const validateSearch = onlySearch(readNextSearch);

export const Route = createFileRoute('/confirm-agreement')({
  staticData: {
    access: 'not-agree-tac',
    layout: 'simple',
    title: '利用規約への同意',
    parent: null,
  },
  validateSearch,
  loader: async ({ context }) => {
    const { access } = await context.readSession();
    const terms = await loadPageData('/terms', async () => {
      const { termsDocument } = await loadPart(
        () => import('#features/members/documents/terms-document.ts'),
      );
      return termsDocument;
    });
    // A newcomer has agreed to no version.
    const isNew = access.signedIn && access.profile?.agreedTermsAndConditionsVersion === 0;
    return { signedIn: access.signedIn, isNew, terms };
  },
  component: ConfirmAgreementPage,
});

function ConfirmAgreementPage() {
  const { signedIn } = Route.useLoaderData();
  if (!signedIn) return <SignInFirst title="利用規約への同意" next="/confirm-agreement" />;
  return <Agreement />;
}

/** Agrees to the terms. An earlier agreement, here or on another device, counts as success. */
function agreeMutation(queryClient: QueryClient) {
  return mutationOptions({
    mutationKey: ['terms', 'agree'],
    mutationFn: async () => {
      try {
        await callApi(agreeToTerms, { body: { version: requiredTermsVersion } });
      } catch (error) {
        if (!isApiError(error, 409)) throw error;
      }
    },
    onSuccess: () => {
      queryClient.setQueriesData<UserInfo | null>({ queryKey: ['userinfo'] }, (known) =>
        known ? { ...known, agreedTermsAndConditionsVersion: requiredTermsVersion } : known,
      );
    },
  });
}

function Agreement() {
  const { terms, isNew } = Route.useLoaderData();
  const { next } = Route.useSearch();
  const router = useRouter();
  const agree = useMutation(agreeMutation(useQueryClient()));
  return (
    <Stack gap={16} padding="24 0">
      {isNew ? <RegistrationProgress at="terms" /> : null}
      <Text as="h1" size={28} leading="tight">
        利用規約への同意
      </Text>
      <Text quiet phrased>
        ご利用の前に、利用規約（{termsDateLabel}改定）をお読みください。
      </Text>
      {isNew ? (
        <Text quiet phrased above={-8}>
          同意すると登録は完了です。次は、ジムのプランを選んで最初の予約をとりましょう。
        </Text>
      ) : null}
      <ScrollBox label="利用規約">
        <DocumentBody content={terms} />
      </ScrollBox>
      <Text quiet>
        個人情報の取り扱いについては<Link to="/privacy-policy">プライバシーポリシー</Link>
        をご覧ください。
      </Text>
      <div className={classes.action}>
        <PrimaryButton
          aria-disabled={agree.isPending}
          aria-busy={agree.isPending}
          onClick={() => {
            if (agree.isPending) return;
            agree.mutate(undefined, {
              onSuccess: () => void router.navigate({ href: next ?? '/', replace: true }),
            });
          }}
        >
          同意して続ける
        </PrimaryButton>
      </div>
      <WayOut offersDeletion />
    </Stack>
  );
}
