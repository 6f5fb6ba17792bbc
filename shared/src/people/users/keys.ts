export const userKeys = {
  all: ['users'] as const,
  list: (group: 'staff' | 'customers', search: string, page: number) =>
    [...userKeys.all, group, search, page] as const,
};
