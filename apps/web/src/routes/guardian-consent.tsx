import type { GuardianConsent } from '@tanren/contract/memberships/guardian-consents';
import { guardianRelations } from '@tanren/domain/memberships/minors';
import { useMutation, useQuery } from '@tanstack/react-query';
import { createFileRoute, useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import {
  guardianConsentQuery,
  guardianDecisionMutation,
} from '#features/memberships/guardian-consent.queries.ts';
import { isApiError } from '#lib/errors.ts';
import { explainRejection } from '#lib/rejections.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { StatusText } from '#ui/feedback/notices.tsx';
import { FormError, FormPage } from '#ui/forms/form-page.tsx';
import { Note, Stack } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { FactList } from '#ui/lists/data-table.tsx';

/**
 * Target of the link in a guardian's mail. The token is in the fragment, which no server receives.
 * Opening the page decides nothing, because mail servers open links by themselves.
 */
export const Route = createFileRoute('/guardian-consent')({
  staticData: { access: 'public', layout: 'simple', title: '入会への同意', parent: null },
  component: GuardianConsentPage,
});

function GuardianConsentPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  return (
    <FormPage title="入会への同意">
      {/^[\w-]{20,100}$/.test(token) ? <Application token={token} /> : <UselessLink />}
    </FormPage>
  );
}

function UselessLink() {
  return (
    <FormError text="このリンクは使えません。期限が切れたか、すでに回答されたか、新しいリンクが送られています。お申し込みの方に、もう一度送ってもらってください。" />
  );
}

function Application({ token }: { readonly token: string }) {
  const { data, error } = useQuery(guardianConsentQuery(token));
  const {
    mutateAsync,
    isSuccess,
    isPending,
    variables,
    error: rejection,
  } = useMutation(guardianDecisionMutation);
  // React state updates too late for the second tap of a double tap.
  const isSent = useRef(false);
  async function decide(agrees: boolean): Promise<void> {
    if (isSent.current) return;
    isSent.current = true;
    try {
      await mutateAsync({ token, agrees });
    } catch {
      // The page shows the rejection.
      isSent.current = false;
    }
  }
  if (isApiError(error, 404) || isApiError(rejection, 404)) return <UselessLink />;
  if (error !== null) return <FormError text={explainRejection(error)} />;
  if (data === undefined) return <StatusText>確認しています…</StatusText>;
  if (isSuccess) return <Decided consent={data} agrees={variables.agrees} />;
  return (
    <>
      <p>
        {data.guardianName}様、{data.name}さんが{data.gymName}
        への入会を申し込みました。内容をご確認のうえ、同意するかどうかをお選びください。
      </p>
      <ApplicationFacts consent={data} />
      <Note>
        {data.beginsAtOnce
          ? '「同意する」を押すと、会員契約が成立します。'
          : '「同意する」を押したあと、ジムが承認すると、会員契約が成立します。'}
        同意しない場合、会員契約は成立しません。
      </Note>
      <FormError text={rejection === null ? null : explainRejection(rejection)} />
      <PrimaryButton aria-disabled={isPending} onClick={() => void decide(true)}>
        {isPending && variables.agrees ? '送信しています…' : '同意する'}
      </PrimaryButton>
      <PrimaryButton variant="default" aria-disabled={isPending} onClick={() => void decide(false)}>
        {isPending && !variables.agrees ? '送信しています…' : '同意しない'}
      </PrimaryButton>
    </>
  );
}

function ApplicationFacts({ consent }: { readonly consent: GuardianConsent }) {
  const { name, guardianName, relation, sections } = consent;
  const label = guardianRelations.find(({ id }) => id === relation)?.label ?? '';
  return (
    <Stack gap={12}>
      <Card heading="お申し込み">
        <FactList
          facts={[
            { name: '入会する方', value: name },
            { name: '保護者', value: `${guardianName}（${label}）` },
          ]}
        />
      </Card>
      {sections.map(({ heading, lines }) => (
        <Card key={heading} heading={heading}>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Card>
      ))}
    </Stack>
  );
}

interface DecidedProps {
  readonly consent: GuardianConsent;
  readonly agrees: boolean;
}

function Decided({ consent: { name, beginsAtOnce }, agrees }: DecidedProps) {
  if (!agrees) {
    return (
      <StatusText>
        同意しないことを承りました。会員契約は成立せず、{name}さんにメールでお知らせします。
      </StatusText>
    );
  }
  return (
    <StatusText>
      {beginsAtOnce
        ? `同意を承りました。${name}さんの会員契約が成立しました。`
        : '同意を承りました。ジムが確認し、結果をご本人にメールでお知らせします。'}
    </StatusText>
  );
}
