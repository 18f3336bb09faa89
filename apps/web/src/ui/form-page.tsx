import type { ReactNode } from 'react';
import classes from './form-page.module.css';

interface FormPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** What leads back, above everything else. */
  readonly back?: ReactNode;
  readonly children: ReactNode;
}

/** One form to a page: what it is for above, the form, and below where else to go. */
export function FormPage({ title, lead, back, children }: FormPageProps) {
  return (
    <div className={classes.page}>
      {back}
      <h1 className={classes.title}>{title}</h1>
      {lead === undefined ? null : <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  );
}
