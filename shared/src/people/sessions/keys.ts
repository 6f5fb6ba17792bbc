/** Query keys of where the signed-in person is signed in. */
export const sessionKeys = {
  all: ['sessions'] as const,
  own: (userId: string) => [...sessionKeys.all, 'own', userId] as const,
};
