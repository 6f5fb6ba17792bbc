/** Query keys of the technicians whom orders are given to. */
export const technicianKeys = {
  all: ['technicians'] as const,
};
