import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { colors, surfaces } from './colors.ts';

/** Mantine wants ten shades; the palette has one of each colour, so hover and press use the same. */
function singleShade(color: string): MantineColorsTuple {
  return [color, color, color, color, color, color, color, color, color, color];
}

/** Dark neutrals as Mantine numbers them: 0 is text, 6 a control or card, 7 the page. */
const dark: MantineColorsTuple = [
  '#ffffff',
  '#f0f0f0',
  // Dimmed text: white at 70 % on the page.
  '#b7b7b7',
  '#8c8c8c',
  '#3b3b3b',
  surfaces.raised,
  surfaces.card,
  surfaces.page,
  '#0c0c0c',
  '#000000',
];

export const theme = createTheme({
  primaryColor: 'primary',
  primaryShade: 6,
  black: surfaces.page,
  white: '#ffffff',
  colors: {
    dark,
    primary: singleShade(colors.primary),
    'secondary-red': singleShade(colors.secondaryRed),
    'secondary-blue': singleShade(colors.secondaryBlue),
    'secondary-green': singleShade(colors.secondaryGreen),
    'secondary-cyan': singleShade(colors.secondaryCyan),
    'secondary-yellow': singleShade(colors.secondaryYellow),
  },
  fontFamily:
    '"Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans JP", "Noto Sans CJK JP", "Yu Gothic UI", Meiryo, sans-serif',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.25rem', xl: '1.75rem' },
  lineHeights: { xs: '1.5', sm: '1.6', md: '1.75', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '700',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.4' },
      h2: { fontSize: '1.25rem', lineHeight: '1.5' },
      h3: { fontSize: '1rem', lineHeight: '1.75' },
    },
  },
  radius: { sm: '8px', md: '12px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
});
