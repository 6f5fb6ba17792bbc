/** Query keys of the assignable technicians. */
export const technicianKeys = {
  all: ['technicians'] as const,
};

/** Query keys of the names of the staff. */
export const staffNameKeys = {
  all: ['staff-names'] as const,
};
