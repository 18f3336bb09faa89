import { IconUsers } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { CodeForm } from '#features/trainers/trained-members/code-form.tsx';
import {
  filterByName,
  MemberCard,
  sortByAttention,
  type MemberWithReasons,
} from '#features/trainers/trained-members/member-card.tsx';
import { trainedMembersQuery } from '#features/trainers/trained-members/trained-members.queries.ts';
import { onlySearch } from '#lib/route-params.ts';
import { serverNow } from '#lib/server-time.ts';
import { PrimaryButton } from '#ui/buttons.tsx';
import { EmptyState, StatusText } from '#ui/feedback/notices.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { Stack, Text } from '#ui/layout.tsx';
import { CardList } from '#ui/lists/cards.tsx';
import { Page, SectionHeading, wideAction } from '#ui/page.tsx';

const validateSearch = onlySearch(readCodeSearch);

export const Route = createFileRoute('/trainer/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: '担当会員',
    parent: null,
    group: 'trainer',
  },
  validateSearch,
  preload: false,
  loader: async ({ context: { queryClient } }) => {
    // A trainer makes decisions based on this, so it is never taken from the cache.
    await queryClient.query({ ...trainedMembersQuery, staleTime: 0 });
  },
  gcTime: 0,
  component: TrainedMembersPage,
});

function TrainedMembersPage() {
  const { data: members } = useSuspenseQuery(trainedMembersQuery);
  const { code } = Route.useSearch();
  // A trainer who scanned a code, or has no members yet, has come to enter a code.
  const [connects, setConnects] = useState(code !== undefined || members.length === 0);
  const form = useRef<HTMLDivElement>(null);
  const openForm = () => {
    flushSync(() => {
      setConnects(true);
    });
    form.current?.querySelector('input')?.focus();
  };
  const action = (
    <div className={wideAction}>
      <PrimaryButton variant="default" onClick={openForm}>
        会員と連携する
      </PrimaryButton>
    </div>
  );
  return (
    <Page title="担当会員" action={connects ? undefined : action}>
      {connects ? (
        <div ref={form}>
          <CodeForm />
        </div>
      ) : null}
      <Stack as="section" gap={24} aria-label="担当会員">
        {members.length === 0 ? (
          <EmptyState
            Icon={IconUsers}
            text={
              '担当会員はまだいません。\n会員の方にマイページの「マイトレーナー」から連携コードを発行してもらい、上の欄に入力してください。'
            }
          />
        ) : (
          <MemberList />
        )}
      </Stack>
    </Page>
  );
}

/** Maximum number of members that need no search field. */
const maxWithoutSearch = 10;

function MemberList() {
  const { data: members } = useSuspenseQuery(trainedMembersQuery);
  const [now] = useState(() => new Date(serverNow()));
  const [text, setText] = useState('');
  const searchable = members.length > maxWithoutSearch;
  const found = sortByAttention(searchable ? filterByName(members, text) : members, now);
  const needing = found.filter(({ reasons }) => reasons.length > 0);
  const others = found.filter(({ reasons }) => reasons.length === 0);
  return (
    <>
      {searchable ? (
        <search>
          <TextField
            name="name"
            label="名前で探す"
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
            }}
            hint={<StatusText>{text.trim() === '' ? null : `${found.length}人`}</StatusText>}
          />
        </search>
      ) : null}
      {found.length === 0 ? <Text quiet>その名前の担当会員は見つかりません。</Text> : null}
      <MemberGroup heading="声をかけたい会員" members={needing} />
      <MemberGroup
        heading={needing.length === 0 ? 'すべての会員' : 'そのほかの会員'}
        members={others}
      />
    </>
  );
}

interface MemberGroupProps {
  readonly heading: string;
  readonly members: readonly MemberWithReasons[];
}

function MemberGroup({ heading, members }: MemberGroupProps) {
  const id = useId();
  if (members.length === 0) return null;
  return (
    <Stack as="section" gap={12} aria-labelledby={id}>
      <SectionHeading id={id} note={`${members.length}人`}>
        {heading}
      </SectionHeading>
      <CardList paired>
        {members.map((noted) => (
          <li key={noted.member.memberId}>
            <MemberCard {...noted} />
          </li>
        ))}
      </CardList>
    </Stack>
  );
}

interface CodeSearch {
  readonly code?: string;
}

/** Reads the code of a scanned link. The router parses eight digits as a number. */
function readCodeSearch({ code }: Record<string, unknown>): CodeSearch {
  return typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {};
}
