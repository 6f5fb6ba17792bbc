/** Query keys of the assignable technicians. */
export const technicianKeys = {
  all: ['technicians'] as const,
};
