import type { ReactNode } from 'react';
import { colors, surfaces } from '#theme/colors.ts';

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

/** `y` is the baseline. */
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

/** A number with its smaller unit on the same baseline. */
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

export function Box({ radius = 8, fill = surfaces.raised, stroke = 'none', ...place }: BoxProps) {
  return <rect {...place} rx={radius} fill={fill} stroke={stroke} />;
}

interface PhoneProps {
  readonly title: string;
  readonly x?: number;
  readonly width?: number;
  readonly children: ReactNode;
}

/** A phone that goes on below the picture; its screen begins 16 units inside. */
export function Phone({ title, x = 64, width = 232, children }: PhoneProps) {
  return (
    <>
      <Box
        x={x}
        y={20}
        width={width}
        height={320}
        radius={28}
        fill={surfaces.page}
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

/** The primary button: outlined in red. */
export function Action({ x, y, width, label }: ActionProps) {
  return (
    <>
      <Box x={x} y={y} width={width} height={36} fill="none" stroke={colors.primary} />
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
        color={chosen ? colors.background : '#fff'}
      >
        {label}
      </Words>
    </>
  );
}

/** A part that lies over the phone. */
export function Overlay({ x, y, width, height }: BoxProps) {
  return (
    <Box
      x={x}
      y={y}
      width={width}
      height={height}
      radius={12}
      fill={surfaces.raised}
      stroke="rgb(255 255 255 / 24%)"
    />
  );
}
