import {
  type Icon,
  IconClockHour4,
  IconPencil,
  IconPencilCheck,
  IconQrcode,
} from '@tabler/icons-react';
import type { RecordMark } from '@tanren/domain/workouts/workout-records';
import { Row } from '#ui/layout.tsx';
import { markNames } from './record-words.ts';

const signs = {
  claimed: IconQrcode,
  correction_pending: IconClockHour4,
  correction_confirmed: IconPencilCheck,
  corrected_by_staff: IconPencil,
} as const satisfies Record<RecordMark, Icon>;

/** A server newer than the page may send marks that the page does not know. */
const isKnown = (mark: RecordMark) => Object.hasOwn(markNames, mark);

interface RecordMarksProps {
  /** Marks from the API. When absent, the record is unchanged since the machine sent it. */
  readonly marks: readonly RecordMark[] | undefined;
}

/** Marks a workout in a list whose record did not come directly from the machine. */
export function RecordMarks({ marks = [] }: RecordMarksProps) {
  return marks.filter(isKnown).map((mark) => {
    const Sign = signs[mark];
    return (
      <Row
        key={mark}
        as="span"
        inline
        gap={4}
        align="center"
        size={12}
        weight={500}
        quiet
        leading="snug"
        nowrap
      >
        <Sign size={16} stroke={1.75} aria-hidden />
        {markNames[mark]}
      </Row>
    );
  });
}
