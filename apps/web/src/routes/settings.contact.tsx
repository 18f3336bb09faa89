import { useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { gymQuery, gymsQuery } from '#entities/gyms/gyms.queries.ts';
import { ContactRows } from '#features/gyms/gym-facts.tsx';
import classes from '#features/gyms/gyms.module.css';
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
      {gyms.length === 0 ? (
        <p className={classes.help}>受付のスタッフにお声がけください。</p>
      ) : null}
      <div className={classes.contacts}>
        {gyms.map(({ data: gym }) => (
          <Card key={gym.id} heading={gym.name}>
            {gym.phone === '' && gym.email === '' ? (
              <p className={classes.noPlans}>受付のスタッフにお声がけください。</p>
            ) : (
              <ul className={classes.place}>
                <ContactRows phone={gym.phone} email={gym.email} />
              </ul>
            )}
            <Link to="/gyms/$gymId" params={{ gymId: gym.id }} className={classes.action}>
              営業時間と場所を見る
            </Link>
          </Card>
        ))}
      </div>
      <p className={classes.help}>
        操作でお困りのときは、
        <Link to="/tutorial" hash="help">
          <Unbroken text="ご利用ガイドの「困ったときは」" />
        </Link>
        もご覧ください。
      </p>
    </Page>
  );
}
