import type { DayHours } from '@tanren/contract/staff-gyms';
import { useId } from 'react';
import { FieldError } from '#ui/field-error.tsx';
import { SwitchTrack } from '#ui/switch-track.tsx';
import { ClockField } from './clock-field.tsx';
import classes from './hours-fields.module.css';

interface HoursFieldsProps {
  /** What the hours belong to: `月曜日`. */
  readonly name: string;
  /** Where nothing around it says it. */
  readonly isNameShown?: boolean;
  readonly hours: DayHours | null;
  /** What a closed day gets when it is opened. */
  readonly proposed: DayHours;
  readonly fault: string | undefined;
  readonly onChange: (hours: DayHours | null) => void;
}

/** Closed, or from when to when; until the next morning if need be. */
export function HoursFields({
  name,
  isNameShown = false,
  hours,
  proposed,
  fault,
  onChange,
}: HoursFieldsProps) {
  const id = useId();
  const shared = {
    invalid: fault !== undefined,
    describedBy: fault === undefined ? undefined : id,
  };
  return (
    <div className={classes.hours}>
      {isNameShown ? <span className={classes.name}>{name}</span> : null}
      <button
        type="button"
        role="switch"
        aria-checked={hours !== null}
        aria-label={`${name}に営業する`}
        className={classes.switch}
        onClick={() => {
          onChange(hours === null ? proposed : null);
        }}
      >
        <SwitchTrack on={hours !== null} />
        <span>{hours === null ? '休業' : '営業'}</span>
      </button>
      {hours === null ? null : (
        <span className={classes.times}>
          <ClockField
            {...shared}
            label={`${name}の開店`}
            minute={hours.opensMinute}
            lastHour={23}
            onChange={(opensMinute) => {
              onChange({ ...hours, opensMinute });
            }}
          />
          <span aria-hidden>〜</span>
          <ClockField
            {...shared}
            label={`${name}の閉店`}
            minute={hours.closesMinute}
            lastHour={48}
            onChange={(closesMinute) => {
              onChange({ ...hours, closesMinute });
            }}
          />
        </span>
      )}
      <div className={classes.error}>
        <FieldError id={id} text={fault} />
      </div>
    </div>
  );
}
