import { IconChevronRight } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { MenuRowContent, menuRow, MenuSection } from '#ui/menu-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { settingsSections } from './settings-entries.ts';
import classes from './settings-screen.module.css';

const route = getRouteApi('/settings/');

interface SettingsScreenProps {
  /** The section of gyms and reservations. */
  readonly gyms: ReactNode;
  /** Further sections of other features. */
  readonly children: ReactNode;
}

export function SettingsScreen({ gyms, children }: SettingsScreenProps) {
  const { email } = route.useLoaderData();
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>設定</h1>
      {email === '' ? null : <p className={classes.account}>{email} でサインイン中</p>}
      <div className={classes.sections}>
        {settingsSections.map(({ heading, entries }, index) => (
          <Fragment key={heading}>
            <MenuSection heading={heading}>
              {entries.map(({ link, label, Icon }) => (
                <li key={label}>
                  <Link {...link} className={menuRow}>
                    <MenuRowContent
                      Icon={Icon}
                      label={label}
                      end={<IconChevronRight size={20} stroke={1.75} aria-hidden />}
                    />
                  </Link>
                </li>
              ))}
            </MenuSection>
            {index === 0 ? gyms : null}
          </Fragment>
        ))}
        {children}
        <LeaveSection />
      </div>
    </div>
  );
}
