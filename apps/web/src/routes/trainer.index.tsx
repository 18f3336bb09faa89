import { IconUsers } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { CodeForm } from '#features/trained-members/code-form.tsx';
import { filterByName, MemberCard } from '#features/trained-members/member-card.tsx';
import classes from '#features/trained-members/trained-members.module.css';
import { trainedMembersQuery } from '#features/trained-members/trained-members.queries.ts';
import { onlySearch } from '#lib/route-params.ts';
import { Notice, StatusText } from '#ui/feedback/notices.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { CardList } from '#ui/lists/cards.tsx';
import { Page } from '#ui/page.tsx';

const validateSearch = onlySearch(readCodeSearch);

export const Route = createFileRoute('/trainer/')({
  staticData: {
    access: 'default',
    layout: 'auth',
    title: 'トレーナー',
    parent: null,
    group: 'trainer',
  },
  validateSearch,
  preload: false,
  loader: async ({ context: { queryClient } }) => {
    // A trainer decides by what they see: nothing of it comes from an earlier look.
    await queryClient.query({ ...trainedMembersQuery, staleTime: 0 });
  },
  gcTime: 0,
  component: TrainedMembersPage,
});

function TrainedMembersPage() {
  const { data: members } = useSuspenseQuery(trainedMembersQuery);
  return (
    <Page title="トレーナー" lead="担当会員のトレーニングを見守り、メニューを作れます。">
      <CodeForm />
      <section className={classes.group} aria-labelledby="members">
        <h2 id="members" className={classes.heading}>
          担当会員
          {members.length === 0 ? null : <span className={classes.count}>{members.length}人</span>}
        </h2>
        {members.length === 0 ? (
          <Notice Icon={IconUsers}>
            担当会員はまだいません。会員の方にマイページの「マイトレーナー」から連携コードを発行してもらい、上の欄に入力してください。
          </Notice>
        ) : (
          <MemberList />
        )}
      </section>
    </Page>
  );
}

/** As many as are found without looking for them. */
const mostAtAGlance = 10;

function MemberList() {
  const { data: members } = useSuspenseQuery(trainedMembersQuery);
  const [text, setText] = useState('');
  const searchable = members.length > mostAtAGlance;
  const found = searchable ? filterByName(members, text) : members;
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
      {found.length === 0 ? (
        <p className={classes.none}>その名前の担当会員は見つかりません。</p>
      ) : (
        <CardList paired>
          {found.map((member) => (
            <li key={member.memberId}>
              <MemberCard member={member} />
            </li>
          ))}
        </CardList>
      )}
    </>
  );
}

interface CodeSearch {
  readonly code?: string;
}

/** The code of a scanned link. A router reads eight digits as a number. */
function readCodeSearch({ code }: Record<string, unknown>): CodeSearch {
  return typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {};
}
