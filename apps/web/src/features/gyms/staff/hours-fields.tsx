import type { DayHours } from '@tanren/contract/gyms/staff-gyms';
import { useId } from 'react';
import { FieldError } from '#ui/forms/fields.tsx';
import { SwitchTrack } from '#ui/forms/choice-fields.tsx';
import { NativeSelect } from '#ui/forms/select-fields.tsx';
import { Box, look, Row } from '#ui/layout.tsx';
import classes from './hours.module.css';

interface HoursFieldsProps {
  /** Name of the day that the hours belong to, such as `月曜日`. */
  readonly name: string;
  /** Whether the name is visible, which is needed where no heading shows it. */
  readonly isNameShown?: boolean;
  readonly hours: DayHours | null;
  /** Hours that a closed day gets when it is opened. */
  readonly proposed: DayHours;
  readonly errorText: string | undefined;
  readonly onChange: (hours: DayHours | null) => void;
}

/**
 * Edits the opening and closing time of a day, or marks it as closed. The closing time may be in
 * the next morning.
 */
export function HoursFields({
  name,
  isNameShown = false,
  hours,
  proposed,
  errorText,
  onChange,
}: HoursFieldsProps) {
  const id = useId();
  const shared = {
    invalid: errorText !== undefined,
    describedBy: errorText === undefined ? undefined : id,
  };
  return (
    <Row gap={16} rowGap={8} align="center" wrap shrinks>
      {isNameShown ? <span className={classes.name}>{name}</span> : null}
      <button
        type="button"
        role="switch"
        aria-checked={hours !== null}
        aria-label={`${name}に営業する`}
        className={`${look('row', 'inline', 'tall-48', 'align-center', 'gap-8')} ${classes.switch}`}
        onClick={() => {
          onChange(hours === null ? proposed : null);
        }}
      >
        <SwitchTrack on={hours !== null} />
        <span>{hours === null ? '休館' : '営業'}</span>
      </button>
      {hours === null ? null : (
        <Row as="span" inline gap={8} align="center" wrap>
          <ClockField
            {...shared}
            label={`${name}の開店`}
            minute={hours.opensMinute}
            lastHour={23}
            onChange={(opensMinute) => {
              onChange({ ...hours, opensMinute });
            }}
          />
          {/* The sign stays with the time when it wraps to its own line. */}
          <Row as="span" inline gap={8} align="center">
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
          </Row>
        </Row>
      )}
      <Box optional className={classes.error}>
        <FieldError id={id} text={errorText} />
      </Box>
    </Row>
  );
}

/** Edits a time with two select elements. A time input cannot express hours after midnight. */
export function ClockField({
  label,
  minute,
  lastHour,
  invalid,
  describedBy,
  onChange,
}: ClockFieldProps) {
  const hour = Math.floor(minute / hourMinutes);
  const rest = minute % hourMinutes;
  // An existing value between the steps is kept as a choice.
  const rests = steps.includes(rest) ? steps : [...steps, rest].toSorted((a, b) => a - b);
  const shared = {
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
    quiet: true,
  };
  return (
    <Row as="span" inline gap={4} align="center" className={classes.clock}>
      <NativeSelect
        {...shared}
        aria-label={`${label}（時）`}
        value={hour}
        choices={Array.from({ length: lastHour + 1 }, (_, n) => ({ id: n, label: nameHour(n) }))}
        onChoose={(chosen) => {
          onChange(Math.min(chosen * hourMinutes + rest, lastHour * hourMinutes));
        }}
      />
      <span aria-hidden>:</span>
      <NativeSelect
        {...shared}
        aria-label={`${label}（分）`}
        value={rest}
        choices={rests.map((n) => ({ id: n, label: String(n).padStart(2, '0') }))}
        onChoose={(chosen) => {
          onChange(Math.min(hour * hourMinutes + chosen, lastHour * hourMinutes));
        }}
      />
    </Row>
  );
}

interface ClockFieldProps {
  readonly label: string;
  /** Minutes after midnight. Values beyond 24:00 are in the next morning. */
  readonly minute: number;
  readonly lastHour: number;
  readonly invalid: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (minute: number) => void;
}

const hourMinutes = 60;

const step = 5;

const steps = Array.from({ length: hourMinutes / step }, (_, n) => n * step);

function nameHour(hour: number): string {
  return hour > 24 ? `翌${hour - 24}` : String(hour);
}
