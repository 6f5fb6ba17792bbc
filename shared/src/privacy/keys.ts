/** Query keys of privacy requests, retention and the audit log. */
export const privacyKeys = {
  all: ['privacy'] as const,
  own: (userId: string) => [...privacyKeys.all, 'own', userId] as const,
  requests: () => [...privacyKeys.all, 'requests'] as const,
  preview: (by: string, value: string) => [...privacyKeys.all, 'preview', by, value] as const,
  terms: () => [...privacyKeys.all, 'terms'] as const,
  runs: () => [...privacyKeys.all, 'runs'] as const,
};
