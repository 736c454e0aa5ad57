import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const THEME = 'backplane.theme';

export const theme = signal<Theme>((localStorage.getItem(THEME) as Theme | null) ?? 'system');

effect(() => {
  if (theme.value === 'system') {
    localStorage.removeItem(THEME);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(THEME, theme.value);
    document.documentElement.dataset.theme = theme.value;
  }
});

/** The time, once a second, for countdowns. */
export const now = signal(Date.now());
setInterval(() => document.visibilityState === 'visible' && (now.value = Date.now()), 1000);
