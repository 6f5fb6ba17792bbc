/** Query keys of the current user's sessions. */
export const sessionKeys = {
  all: ['sessions'] as const,
  own: (userId: string) => [...sessionKeys.all, 'own', userId] as const,
};
