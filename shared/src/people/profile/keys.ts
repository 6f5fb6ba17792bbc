/** Query keys of the current user's profile. */
export const profileKeys = {
  all: ['profile'] as const,
  own: (userId: string) => [...profileKeys.all, 'own', userId] as const,
  changes: (userId: string) => [...profileKeys.all, 'changes', userId] as const,
};
