/** Query keys of the assignable technicians. */
export const technicianKeys = {
  all: ['technicians'] as const,
  ofOrders: () => [...technicianKeys.all, 'of-orders'] as const,
};

/** Query keys of the names of the staff. */
export const staffNameKeys = {
  all: ['staff-names'] as const,
};

/** Query keys of customer accounts on the desk. */
export const customerKeys = {
  all: ['customers'] as const,
  search: (text: string) => [...customerKeys.all, 'search', text] as const,
};

/** Query keys of the current user's profile. */
export const profileKeys = {
  all: ['profile'] as const,
  own: (userId: string) => [...profileKeys.all, 'own', userId] as const,
  changes: (userId: string) => [...profileKeys.all, 'changes', userId] as const,
};

/** Query keys of the current user's second factor. */
export const secondFactorKeys = {
  all: ['second-factor'] as const,
  own: (userId: string) => [...secondFactorKeys.all, 'own', userId] as const,
};

/** Query keys of the current user's sessions. */
export const sessionKeys = {
  all: ['sessions'] as const,
  own: (userId: string) => [...sessionKeys.all, 'own', userId] as const,
};

export const userKeys = {
  all: ['users'] as const,
  list: (group: 'staff' | 'customers', search: string, page: number) =>
    [...userKeys.all, group, search, page] as const,
};
