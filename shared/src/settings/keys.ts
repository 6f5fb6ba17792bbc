/** Query keys of the shop's own settings. */
export const settingKeys = {
  all: ['settings'] as const,
  sections: () => [...settingKeys.all, 'sections'] as const,
  desk: () => [...settingKeys.all, 'desk'] as const,
  firstSteps: () => [...settingKeys.all, 'first-steps'] as const,
  /** Of a token only its beginning, which tells addresses apart and is good for nothing. */
  setup: (token: string) => [...settingKeys.all, 'setup', token.slice(0, 8)] as const,
  image: (hash: string) => ['shop-images', hash] as const,
  history: (section: string) => [...settingKeys.all, 'history', section] as const,
};
