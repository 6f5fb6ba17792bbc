/** Query keys of the screen orders. */
export const screenOrderKeys = {
  all: ['screen-orders'] as const,
  list: (search: string) => [...screenOrderKeys.all, 'list', search] as const,
};
