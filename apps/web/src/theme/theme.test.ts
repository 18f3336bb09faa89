import { describe, expect, it } from 'vitest';
import { colors } from './colors.ts';
import { errorPage, primaryButton, selectBackground, soloField } from './sizes.ts';
import { theme } from './theme.ts';
import { headUpdateDebounce, loadingBar, toast } from './timing.ts';

describe('the constants of the specification', () => {
  it('has the palette', () => {
    expect(colors).toEqual({
      primary: '#ce171e',
      secondaryRed: '#ee4247',
      secondaryBlue: '#6968ce',
      secondaryGreen: '#78c144',
      secondaryCyan: '#41b8df',
      secondaryYellow: '#ffff00',
      anchor: '#fff',
      error: '#f00',
      background: '#0f0f0f',
    });
    expect(theme.primaryColor).toBe('primary');
    expect(theme.colors?.['primary']?.[6]).toBe(colors.primary);
    expect(theme.colors?.dark?.[7]).toBe(colors.background);
  });

  it('has the times', () => {
    expect(loadingBar).toEqual({
      throttle: 200,
      duration: 2000,
      hideDelay: 500,
      resetDelay: 400,
      height: 3,
    });
    expect(toast).toEqual({ autoClose: 3000 });
    expect(headUpdateDebounce).toBe(10);
  });

  it('has the sizes', () => {
    expect(primaryButton.height).toBe(52);
    expect(soloField.height).toBe(56);
    expect(selectBackground).toBe('#e0e0e0');
    expect(errorPage).toEqual({ logoWidth: 60, paddingBlock: 40 });
  });
});
