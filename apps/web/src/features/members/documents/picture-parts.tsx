import type { ReactNode } from 'react';
import classes from './document-body.module.css';

interface PictureFrameProps {
  /** Description of the picture for screen readers. */
  readonly title: string;
  readonly children: ReactNode;
}

/**
 * Draws a picture of 360 by 300 units, where one unit is about one pixel on a phone. Screen readers
 * read the caption instead of the words in the drawing.
 */
export function PictureFrame({ title, children }: PictureFrameProps) {
  return (
    <figure className={classes.figure}>
      <svg className={classes.drawing} viewBox="0 0 360 300" aria-hidden focusable="false">
        {children}
      </svg>
      <figcaption className="visually-hidden">{title}</figcaption>
    </figure>
  );
}

interface PictureCodeProps {
  readonly x: number;
  readonly y: number;
  readonly color: string;
}

const finders = 'M.5.5h6v6h-6zM14.5.5h6v6h-6zM.5 14.5h6v6h-6z';
const centres = 'M2 2h3v3H2zM16 2h3v3h-3zM2 16h3v3H2z';
const modules =
  'M8 0h2v1H8zM11 1h2v2h-2zM8 3h1v3H8zM10 5h3v1h-3zM0 8h2v2H0zM4 9h3v1H4zM8 8h2v2H8zM12 8h1v4h-1zM15 9h2v1h-2zM19 8h2v2h-2zM1 11h3v1H1zM6 12h4v1H6zM14 12h4v1h-4zM20 12h1v3h-1zM8 15h3v1H8zM9 17h1v4H9zM12 14h1v3h-1zM15 15h3v2h-3zM12 19h3v2h-3zM17 19h1v2h-1zM19 17h2v2h-2z';

/** Draws a meaningless pattern that looks like a QR code, 63 units wide. */
export function PictureCode({ x, y, color }: PictureCodeProps) {
  return (
    <g transform={`translate(${x} ${y}) scale(3)`} fill={color}>
      <path d={finders} fill="none" stroke={color} />
      <path d={centres} />
      <path d={modules} />
    </g>
  );
}

const quiet = '#b7b7b7';

interface WordsProps {
  readonly x: number;
  readonly y: number;
  readonly size?: 12 | 14 | 16 | 20 | 28 | 44 | 72;
  readonly bold?: boolean;
  readonly color?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly children: ReactNode;
}

/** Draws text. `y` is its baseline. */
export function Words({ x, y, size = 12, bold, color = '#fff', anchor, children }: WordsProps) {
  return (
    <text
      x={x}
      y={y}
      fontSize={size}
      fill={color}
      fontWeight={bold ? 700 : 400}
      textAnchor={anchor}
    >
      {children}
    </text>
  );
}

export function QuietWords(props: Omit<WordsProps, 'color'>) {
  return <Words {...props} color={quiet} />;
}

interface AmountProps extends Omit<WordsProps, 'children'> {
  readonly value: string;
  readonly unit: string;
}

/** Draws a number with its smaller unit on the same baseline. */
export function Amount({ value, unit, size = 28, ...place }: AmountProps) {
  return (
    <Words {...place} size={size} bold>
      {value}
      <tspan fontSize={size > 28 ? 16 : 12} fontWeight={400} dx={3}>
        {unit}
      </tspan>
    </Words>
  );
}

interface BoxProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius?: number;
  readonly fill?: string;
  readonly stroke?: string;
}

export function Box({
  radius = 8,
  fill = 'var(--surface-raised)',
  stroke = 'none',
  ...place
}: BoxProps) {
  return <rect {...place} rx={radius} fill={fill} stroke={stroke} />;
}

interface PhoneProps {
  readonly title: string;
  readonly x?: number;
  readonly width?: number;
  readonly children: ReactNode;
}

/** Draws a phone that extends below the picture. Its screen begins 16 units inside. */
export function Phone({ title, x = 64, width = 232, children }: PhoneProps) {
  return (
    <>
      <Box
        x={x}
        y={20}
        width={width}
        height={320}
        radius={28}
        fill="var(--surface-page)"
        stroke="rgb(255 255 255 / 32%)"
      />
      <Box x={x + width / 2 - 20} y={28} width={40} height={5} radius={2.5} />
      <Words x={x + width / 2} y={58} size={14} bold anchor="middle">
        {title}
      </Words>
      {children}
    </>
  );
}

interface ActionProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly label: string;
}

/** Draws the primary button, which is outlined in red. */
export function Action({ x, y, width, label }: ActionProps) {
  return (
    <>
      <Box x={x} y={y} width={width} height={36} fill="none" stroke="var(--color-primary)" />
      <Words x={x + width / 2} y={y + 23} size={14} bold anchor="middle">
        {label}
      </Words>
    </>
  );
}

interface ChipProps extends ActionProps {
  readonly chosen?: boolean;
}

export function Chip({ x, y, width, label, chosen = false }: ChipProps) {
  return (
    <>
      <Box
        x={x}
        y={y}
        width={width}
        height={26}
        radius={13}
        fill={chosen ? '#fff' : 'none'}
        stroke={chosen ? '#fff' : 'rgb(255 255 255 / 32%)'}
      />
      <Words
        x={x + width / 2}
        y={y + 17.5}
        anchor="middle"
        bold={chosen}
        color={chosen ? 'var(--surface-page)' : '#fff'}
      >
        {label}
      </Words>
    </>
  );
}

/** Draws a part that lies over the phone. */
export function Overlay({ x, y, width, height }: BoxProps) {
  return (
    <Box
      x={x}
      y={y}
      width={width}
      height={height}
      radius={12}
      fill="var(--surface-raised)"
      stroke="rgb(255 255 255 / 24%)"
    />
  );
}
