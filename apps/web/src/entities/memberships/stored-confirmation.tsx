import {
  getMyMembershipConfirmation,
  getStaffMembershipConfirmation,
} from '@tanren/contract/memberships/membership-confirmations';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api.ts';
import { formatMoment } from '#lib/dates.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { isMissing, LoadAgain } from '#ui/feedback/loading.tsx';
import { Note, Stack, Text } from '#ui/layout.tsx';
import { ConfirmationLines } from './confirmation-sections.tsx';

interface StoredConfirmationProps {
  readonly label: string;
  readonly confirmationId: number;
  /** Who looks at it. Each look of staff is logged. */
  readonly audience: 'member' | 'staff';
}

/** Shows what a member saw before applying. It is read when it is opened. */
export function StoredConfirmation({ label, ...props }: StoredConfirmationProps) {
  return (
    <Disclosure label={label}>
      <Content {...props} />
    </Disclosure>
  );
}

function Content({ confirmationId, audience }: Omit<StoredConfirmationProps, 'label'>) {
  const query = useQuery({
    queryKey: ['membership-confirmations', audience, confirmationId],
    queryFn: ({ signal }) => {
      const input = { params: { confirmationId } };
      return audience === 'staff'
        ? callApi(getStaffMembershipConfirmation, input, signal)
        : callApi(getMyMembershipConfirmation, input, signal);
    },
    // It never changes.
    staleTime: Infinity,
    meta: { errorShownByPage: true },
  });
  if (isMissing(query)) return <LoadAgain what="最終確認の内容" query={query} />;
  if (query.data === undefined) return <Note as="output">読み込んでいます…</Note>;
  const { sections, agreedAt } = query.data;
  return (
    <Stack gap={16}>
      <Note>{`${formatMoment(agreedAt)}のお申し込みの前に表示した内容です。`}</Note>
      {sections.map(({ heading, lines }) => (
        <section key={heading}>
          <Text as="h3" size={16} leading="snug">
            {heading}
          </Text>
          <ConfirmationLines lines={lines} />
        </section>
      ))}
    </Stack>
  );
}
