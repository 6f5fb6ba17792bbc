/** Query keys of the shop's own settings. */
export const settingKeys = {
  all: ['settings'] as const,
  sections: () => [...settingKeys.all, 'sections'] as const,
  desk: () => [...settingKeys.all, 'desk'] as const,
  history: (section: string) => [...settingKeys.all, 'history', section] as const,
};
