import { IconUsers } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CardList } from '#ui/lists/cards.tsx';
import { Notice, StatusText } from '#ui/feedback/notices.tsx';
import { Page } from '#ui/page.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { CodeForm } from './code-form.tsx';
import { MemberCard } from './member-card.tsx';
import { filterByName } from './member-words.ts';
import { trainedMembersQuery } from './trained-members.queries.ts';
import classes from './trained-members-screen.module.css';

/** As many as are found without looking for them. */
const mostAtAGlance = 10;

export function TrainedMembersScreen() {
  const { data: members } = useSuspenseQuery(trainedMembersQuery);
  return (
    <Page title="トレーナー" lead="担当会員のトレーニングを見守り、セッションを作れます。">
      <CodeForm />
      <section className={classes.group} aria-labelledby="members">
        <h2 id="members" className={classes.heading}>
          担当会員
          {members.length === 0 ? null : <span className={classes.count}>{members.length}人</span>}
        </h2>
        {members.length === 0 ? (
          <Notice Icon={IconUsers}>
            担当会員はまだいません。会員の方に「設定」の「トレーナー連携」から連携コードを発行してもらい、上の欄に入力してください。
          </Notice>
        ) : (
          <MemberList />
        )}
      </section>
    </Page>
  );
}

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
