import type { CSSVariablesResolver } from '@mantine/core';
import { primaryButton, selectBackground, soloField } from './sizes.ts';
import { loadingBar } from './timing.ts';

/** Constants that stylesheets need, from the one place that names them. */
export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--primary-button-height': `${primaryButton.height}px`,
    '--primary-button-font-size': `${primaryButton.fontSize / 16}rem`,
    '--primary-button-min-width': `${primaryButton.minWidth}px`,
    '--primary-button-padding': `${primaryButton.paddingInline}px`,
    '--solo-field-height': `${soloField.height}px`,
    '--solo-field-padding': `${soloField.paddingInline}px`,
    '--solo-field-font-size': `${soloField.fontSize / 16}rem`,
    '--select-background': selectBackground,
    '--loading-bar-height': `${loadingBar.height}px`,
  },
  light: {},
  dark: {},
});
