import { IconChevronLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './back-link.module.css';

/** For the link above a title that leads to where the page belongs. */
export const backLink = classes.back;

export function BackWords({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <IconChevronLeft size={20} stroke={1.75} aria-hidden />
      {children}
    </>
  );
}
