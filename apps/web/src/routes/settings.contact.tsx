import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { gymQuery, gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { TextRows } from '#features/gyms/gym-facts.tsx';
import { look, Stack, Text } from '#ui/layout.tsx';
import { Card } from '#ui/lists/cards.tsx';
import { Page } from '#ui/page.tsx';
import { Unbroken } from '#ui/unbroken.tsx';

export const Route = createFileRoute('/settings/contact')({
  staticData: { access: 'default', layout: 'auth', title: 'お問い合わせ', parent: '/settings' },
  loader: async ({ context: { queryClient } }) => {
    const gyms = await queryClient.query(gymsQuery);
    await Promise.all(gyms.map(({ id }) => queryClient.query(gymQuery(id))));
  },
  component: ContactPage,
});

/** Shows the telephone number and mail address of each gym. */
function ContactPage() {
  const { data: known } = useSuspenseQuery(gymsQuery);
  const gyms = useSuspenseQueries({ queries: known.map(({ id }) => gymQuery(id)) });
  return (
    <Page
      title="お問い合わせ"
      wide
      lead="予約、会員契約、マシン、記録についてのご質問は、ご利用のジムへご連絡ください。"
    >
      {gyms.length === 0 ? <Text>受付のスタッフにお声がけください。</Text> : null}
      <Stack from={768} gap={16}>
        {gyms.map(({ data: gym }) => (
          <Card key={gym.id} heading={gym.name}>
            {gym.phone === '' && gym.email === '' ? (
              <Text quiet above={8}>
                受付のスタッフにお声がけください。
              </Text>
            ) : (
              <TextRows gym={gym} names={['phone', 'email']} />
            )}
            <Link
              to="/gyms/$gymId"
              params={{ gymId: gym.id }}
              className={look('tap', 'weight-500')}
            >
              営業時間と場所を見る
            </Link>
          </Card>
        ))}
      </Stack>
      <Text>
        操作でお困りのときは、
        <Link to="/tutorial" hash="help">
          <Unbroken text="ご利用ガイドの「困ったときは」" />
        </Link>
        もご覧ください。
      </Text>
    </Page>
  );
}
