import { IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { membershipStateNames } from '#entities/memberships/membership-words.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { LoadAgainIfMissing, Skeleton } from '#ui/feedback/loading.tsx';
import { Box, List, look, Note, Row, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { membershipsOfMemberQuery } from './staff-memberships.queries.ts';
import classes from './staff-memberships.module.css';

/** Shows the contracts of an account, and the button to add one, on the account's page. */
export function MemberMemberships({ member }: { readonly member: string }) {
  const query = useQuery(membershipsOfMemberQuery(member));
  const gyms = useQuery(gymsQuery);
  const [first, ...others] = gyms.data ?? [];
  const [enrolling, setEnrolling] = useState(false);
  const { data: memberships } = query;
  return (
    <Card heading="会員契約">
      <LoadAgainIfMissing what="会員契約" query={query} />
      {memberships === undefined ? (
        query.isError ? null : (
          <Skeleton height={64} />
        )
      ) : memberships.length === 0 ? (
        <Text quiet above={8}>
          会員契約はありません。
        </Text>
      ) : (
        <List divided above={4}>
          {memberships.map(({ membershipId, number, gymName, name, nameKana, state }) => (
            <li key={membershipId}>
              <Link
                to="/staff/memberships/$membershipId"
                params={{ membershipId }}
                // Preloading is off, because the server logs each view and a passing pointer is not
                // a view.
                preload={false}
                className={`${look('row', 'align-center', 'gap-12', 'tall-48', 'bare')} ${classes.contract}`}
              >
                <Row as="span" gap={12} rowGap={0} align="center" justify="between" wrap grow>
                  <Stack as="span">
                    <strong>{gymName}</strong>
                    <Note as="span">
                      {nameKana === undefined ? name : `${name}（${nameKana}）`}
                    </Note>
                  </Stack>
                  <Note as="span">
                    {number}・{membershipStateNames[state]}
                  </Note>
                </Row>
                <IconChevronRight size={20} stroke={1.75} aria-hidden className={look('quiet')} />
              </Link>
            </li>
          ))}
        </List>
      )}
      <LoadAgainIfMissing what="店舗" query={gyms} />
      {first === undefined ? null : (
        <Box above={12}>
          <PrimaryButton
            variant="default"
            onClick={() => {
              setEnrolling(true);
            }}
          >
            {memberships === undefined || memberships.length === 0
              ? '入会の手続き'
              : '別の契約を登録する'}
          </PrimaryButton>
        </Box>
      )}
      {enrolling && first !== undefined ? (
        <EnrolDialog
          member={member}
          gyms={[first, ...others]}
          onDismiss={() => {
            setEnrolling(false);
          }}
        />
      ) : null}
    </Card>
  );
}
