/** Query keys of the current user's second factor. */
export const secondFactorKeys = {
  all: ['second-factor'] as const,
  own: (userId: string) => [...secondFactorKeys.all, 'own', userId] as const,
};
