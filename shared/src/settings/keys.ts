/** Query keys of the shop's own settings. */
export const settingKeys = {
  all: ['settings'] as const,
  sections: () => [...settingKeys.all, 'sections'] as const,
  desk: () => [...settingKeys.all, 'desk'] as const,
  firstSteps: () => [...settingKeys.all, 'first-steps'] as const,
  /** Has only the beginning of the token: enough to tell addresses apart, too little to use. */
  setup: (token: string) => [...settingKeys.all, 'setup', token.slice(0, 8)] as const,
  image: (hash: string) => ['shop-images', hash] as const,
  history: (section: string) => [...settingKeys.all, 'history', section] as const,
};
