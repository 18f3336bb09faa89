import type { StaffReport } from '@tanren/contract/staff-session-reports';
import type { ReactNode } from 'react';
import classes from './reported-words.module.css';

/** What was reported beside what stands there now; once, where nobody has changed it since. */
export function ReportedWords({ report }: { readonly report: StaffReport }) {
  const { session, title, description } = report;
  const isSame = session !== null && session.title === title && session.description === description;
  return (
    <div className={classes.columns}>
      <Words heading={isSame ? '通報時から変更なし' : '通報された時'} {...{ title, description }}>
        {isSame ? <Tags tags={session.tags} /> : null}
      </Words>
      {isSame ? null : session === null ? (
        <section className={classes.words}>
          <h3 className={classes.heading}>現在</h3>
          <p className={classes.gone}>このセッションは削除されています。</p>
        </section>
      ) : (
        <Words heading="現在" title={session.title} description={session.description}>
          <Tags tags={session.tags} />
        </Words>
      )}
    </div>
  );
}

interface WordsProps {
  readonly heading: string;
  readonly title: string;
  readonly description: string;
  readonly children?: ReactNode;
}

function Words({ heading, title, description, children }: WordsProps) {
  return (
    <section className={classes.words}>
      <h3 className={classes.heading}>{heading}</h3>
      <p className={classes.title}>{title}</p>
      {description === '' ? null : <p className={classes.description}>{description}</p>}
      {children}
    </section>
  );
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  return tags.length === 0 ? null : (
    <p className={classes.tags}>{tags.map((tag) => `#${tag}`).join(' ')}</p>
  );
}
