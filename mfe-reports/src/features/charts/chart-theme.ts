/** Theme of both charts: colours come from the tokens, so that they follow light, dark and print. */
export const AXIS = {
  stroke: 'var(--color-border-strong)',
  tick: { fill: 'var(--color-text-muted)', fontSize: 12 },
} as const;

export const TOOLTIP = {
  contentStyle: {
    background: 'var(--color-surface-raised)',
    border: '1px solid var(--color-border)',
    borderRadius: 'var(--radius-sm)',
    color: 'var(--color-text)',
  },
  labelStyle: { color: 'var(--color-text)', fontWeight: 600 },
  itemStyle: { color: 'var(--color-text)' },
} as const;

/** Arrow keys step through the values, which are announced and shown; the figure element has the accessible name. */
export const ACCESSIBLE = { accessibilityLayer: true } as const;

export const MARGIN = { top: 24, right: 16, bottom: 8, left: 0 } as const;
