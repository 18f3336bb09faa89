import {
  type Icon,
  IconClockHour4,
  IconPencil,
  IconPencilCheck,
  IconQrcode,
} from '@tabler/icons-react';
import type { RecordMark } from '@tanren/domain/workout-records';
import { markNames } from './record-words.ts';
import classes from './workout-records.module.css';

const signs = {
  claimed: IconQrcode,
  correction_pending: IconClockHour4,
  correction_confirmed: IconPencilCheck,
  corrected_by_staff: IconPencil,
} as const satisfies Record<RecordMark, Icon>;

/** A server that is newer than the page may know more marks. */
const isKnown = (mark: RecordMark) => Object.hasOwn(markNames, mark);

interface RecordMarksProps {
  /** As the API tells them; absent: the record is as the machine sent it. */
  readonly marks: readonly RecordMark[] | undefined;
}

/** Beside a workout, wherever it is listed: that it did not come straight from the machine. */
export function RecordMarks({ marks = [] }: RecordMarksProps) {
  return marks.filter(isKnown).map((mark) => {
    const Sign = signs[mark];
    return (
      <span key={mark} className={classes.mark}>
        <Sign size={16} stroke={1.75} aria-hidden />
        {markNames[mark]}
      </span>
    );
  });
}
