import { getRouteApi } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { LeaveSection } from './leave-section.tsx';
import { MenuEntries } from './menu-entries.tsx';
import { settingsSections, workEntries } from './settings-entries.ts';
import classes from './settings-screen.module.css';

const route = getRouteApi('/settings/');

interface SettingsScreenProps {
  /** The section of gyms and reservations. */
  readonly gyms: ReactNode;
  /** Further sections of other features. */
  readonly children: ReactNode;
}

export function SettingsScreen({ gyms, children }: SettingsScreenProps) {
  const { email, groups } = route.useLoaderData();
  const work = workEntries.filter(({ group }) => groups.includes(group));
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>設定</h1>
      {email === '' ? null : <p className={classes.account}>{email} でサインイン中</p>}
      <div className={classes.sections}>
        {work.length === 0 ? null : (
          <div className={classes.wide}>
            <MenuEntries heading="業務" entries={work} />
          </div>
        )}
        {settingsSections.map(({ heading, entries }, index) => (
          <Fragment key={heading}>
            <MenuEntries heading={heading} entries={entries} />
            {index === 0 ? gyms : null}
          </Fragment>
        ))}
        {children}
        <LeaveSection />
      </div>
    </div>
  );
}
