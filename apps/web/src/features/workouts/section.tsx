import { type ReactNode, useId } from 'react';
import { Row } from '#ui/layout.tsx';
import { SectionHeading } from '#ui/page.tsx';

interface SectionProps {
  readonly heading: string;
  /** Content at the end of the heading's line. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** Groups a part of a page that is not a card, under a heading in the style of `MenuSection`. */
export function Section({ heading, end, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Row gap={16} align="baseline" justify="between" below={8}>
        <SectionHeading id={id}>{heading}</SectionHeading>
        {end}
      </Row>
      {children}
    </section>
  );
}
