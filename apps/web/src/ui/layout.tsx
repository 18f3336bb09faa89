import { type ComponentPropsWithRef, createElement, type JSX } from 'react';
import classes from './layout.module.css';

/** Values of the look of an element. Each one has a class in the module. Lengths are in px. */
export const looks = {
  /** Width of the screen from which the children of a stack are in two equal columns. */
  from: [640, 768, 1024],
  /** Columns of a stack: the number of equal ones, or which one takes the rest of the width. */
  columns: [2, '1fr auto', 'auto 1fr'],
  /** Smallest width of equal columns, of which a stack has as many as fit. */
  fit: [140, 200, 240, 280, 340],
  /** Distance between children. */
  gap: [4, 6, 8, 12, 16, 24, 32],
  /** Distance between lines, when it differs from `gap`. */
  rowGap: [0, 4, 8],
  /** Position of children across their line. */
  align: ['start', 'center', 'baseline', 'end'],
  /** Position of children along a row, or within the width of a stack. */
  justify: ['start', 'center', 'between', 'end'],
  padding: [12, 16, '0 16', '8 0', '12 0', '24 0', '8 16', '12 16', '12 0 0'],
  /** Distance to the element above. */
  above: [-8, 2, 4, 8, 12, 16, 24],
  /** Distance to the element below. */
  below: [4, 8, 12, 16],
  /** Distance to the text before the element. */
  indent: [8],
  /** Distance to the text after the element. */
  beside: [4, 8],
  /** Minimum height. */
  tall: [44, 48, 52, 56, 64, 72],
  /** Distance of the focus ring from the edge, inside it, where neighbours would cover the ring. */
  ring: [2, 4],
  /** Font size. */
  size: [12, 14, 16, 20, 28, 44],
  weight: [400, 500, 600, 700],
  /** Line height: 1.2, 1.3, 1.4, 1.5, 1.6, or a length. It is 1.75 by default. */
  leading: ['flat', 'close', 'tight', 'snug', 'loose', 20, 24],
} as const;

export const switches = [
  /** Display of a row within a line of text. */
  'inline',
  /** Display of a `span` on a line of its own. */
  'block',
  /** Makes a link within a line of text, or its icon and text, as high as a thumb. */
  'tap',
  /** Lets children of a row move to the next line. */
  'wrap',
  /** Puts the lines of a stack that is higher than its content at the top. */
  'top',
  /** Puts the lines of a stack that is higher than its content in the middle. */
  'middle',
  /** Takes the rest of the row. */
  'grow',
  /** Keeps the width of the content in a row that is too narrow. */
  'fixed',
  /** Allows a width below that of the longest word. */
  'shrinks',
  /** Takes the whole width. */
  'full',
  /** Gives the content of each child the height of the child. */
  'level',
  /** Takes all columns of a stack. */
  'across',
  /** Moves to the end of its row. */
  'end',
  /** Keeps the width of its content in a stack. */
  'narrow',
  /** Hides what exceeds the edges, such as the corners of children. */
  'clips',
  /** Has no box while it is empty, but screen readers still find it. */
  'optional',
  /** Shows a line between children. */
  'divided',
  /** Shows a line above. */
  'ruled',
  /** Shows the surface of a card. */
  'card',
  /** Shows the surface of a part on a card. */
  'raised',
  /** Shows a part of a card in the colour of the page. */
  'sunken',
  /** Shows a frame. */
  'framed',
  /** Shows the text of errors in white. Small red text is hard to read on a card. */
  'whiteErrors',
  /** Makes the positioned element around a link or a button its target. */
  'cover',
  /** Shows text fields that are on a card. Their surface is usually the one of a card. */
  'raisedFields',
  /** Shows a link or a button whose surface reacts to the pointer. */
  'pressable',
  /** Shows a link without a line below its text. */
  'bare',
  /** Shows the line below the text of a link only under the pointer. */
  'underlines',
  /** Shows text in the secondary colour. */
  'quiet',
  'bright',
  'alarming',
  /** Shows an icon in the colour of a good state. */
  'good',
  'centered',
  'nowrap',
  /** Shows a text on one line and cuts it off where the line ends. */
  'cut',
  /** Breaks a short text between phrases, as headings do. */
  'phrased',
  /** Keeps the line breaks of a text. */
  'lines',
  /** Keeps the line breaks and spaces of a text. */
  'verbatim',
  /** Shows the words of a person. */
  'quoted',
  /** Shows text to copy: in equally wide characters, and selected as a whole. */
  'code',
] as const;

type Look = {
  readonly [Name in keyof typeof looks]?: (typeof looks)[Name][number] | undefined;
} & { readonly [Name in (typeof switches)[number]]?: boolean };

type Tag = keyof JSX.IntrinsicElements;

type PartProps<T extends Tag> = Look & { readonly as?: T } & Omit<
    ComponentPropsWithRef<T>,
    keyof Look
  >;

type Dashed<Value extends string> = Value extends `${infer First} ${infer Rest}`
  ? `${First}-${Dashed<Rest>}`
  : Value;

type LookName =
  | 'row'
  | 'stack'
  | (typeof switches)[number]
  | {
      [Name in keyof typeof looks]: `${Name}-${Dashed<`${(typeof looks)[Name][number]}`>}`;
    }[keyof typeof looks];

const lookNames = new Set<string>([...Object.keys(looks), ...switches]);

/** Returns the class for an element that is not a part of this kit, such as a link or an icon. */
export function look(...names: LookName[]): string {
  return names.map((name) => classes[name]).join(' ');
}

/** Returns the class of one value, such as `gap-12` or `quiet`. */
export function lookClass(name: string, value: string | number | true): string | undefined {
  return classes[value === true ? name : `${name}-${value}`.replaceAll(' ', '-')];
}

function renderPart(kind: string | undefined, tag: Tag, props: object) {
  const names = [kind];
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props) as [
    string,
    string | number | boolean | undefined,
  ][]) {
    if (!lookNames.has(name)) others[name] = value;
    else if (value !== false && value !== undefined) names.push(lookClass(name, value));
  }
  const { className, ...attributes } = others;
  if (typeof className === 'string') names.push(className);
  return createElement(tag, {
    ...attributes,
    className: names.filter(Boolean).join(' ') || undefined,
  });
}

/** Lays out children below each other, or in columns. */
export function Stack<T extends Tag = 'div'>({ as, ...props }: PartProps<T>) {
  return renderPart(classes.stack, as ?? 'div', props);
}

/** Lays out children beside each other. */
export function Row<T extends Tag = 'div'>({ as, ...props }: PartProps<T>) {
  return renderPart(classes.row, as ?? 'div', props);
}

/** Shows children as blocks and text, without margins of its own. */
export function Box<T extends Tag = 'div'>({ as, ...props }: PartProps<T>) {
  return renderPart(classes.box, as ?? 'div', props);
}

/** Shows a list without marks. */
export function List<T extends Tag = 'ul'>({ as, ...props }: PartProps<T>) {
  return renderPart(classes.box, as ?? 'ul', props);
}

/** Shows a paragraph, or another element of text, without margins of its own. */
export function Text<T extends Tag = 'p'>({ as, ...props }: PartProps<T>) {
  return renderPart(undefined, as ?? 'p', props);
}

/** Shows an explanation or a detail: small and in the secondary colour. */
export function Note<T extends Tag = 'p'>({ as, ...props }: PartProps<T>) {
  return renderPart(classes.note, as ?? 'p', props);
}
