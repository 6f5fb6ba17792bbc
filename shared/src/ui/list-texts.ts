/** Texts of the controls of a list: search, filters, sorting, pages. */
export const listTexts = {
  clearSearch: 'Borrar búsqueda',
  filters: 'Filtros',
  filtersOn: (count: number) => (count === 1 ? 'activo' : 'activos'),
  filtersListed: 'Filtros activos',
  removeFilter: (filter: string) => `Quitar ${filter}`,
  clearFilters: 'Quitar filtros',
  sortBy: (column: string) => `Ordenar por ${column}`,
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  page: (page: string, pages: string) => `Página ${page} de ${pages}`,
  pageOnly: (page: string) => `Página ${page}`,
  range: (from: string, to: string, total: string) => `${from}–${to} de ${total}`,
  moreThan: (limit: string) => `más de ${limit}`,
  pastEnd: 'Esta página ya no existe.',
  firstPage: 'Ir a la primera página',
} as const;
