/** Texts of sorting the desk's list. */
export const sortTexts = {
  group: 'Ordenar la lista',
  select: 'Ordenar por',
  columns: {
    created: 'Orden',
    customer: 'Cliente',
    device: 'Equipo',
    status: 'Estado',
    price: 'Precio',
    changed: 'Último cambio',
  },
  /** What the direction means for each column, as in the select and for screen readers. */
  directions: {
    created: { asc: 'Orden, más antiguas primero', desc: 'Orden, más nuevas primero' },
    customer: { asc: 'Cliente, de la A a la Z', desc: 'Cliente, de la Z a la A' },
    device: { asc: 'Equipo, de la A a la Z', desc: 'Equipo, de la Z a la A' },
    status: { asc: 'Estado, del primero al último', desc: 'Estado, del último al primero' },
    price: { asc: 'Precio, de menor a mayor', desc: 'Precio, de mayor a menor' },
    changed: { asc: 'Último cambio, el más antiguo primero', desc: 'Último cambio, el más reciente primero' },
  },
} as const;
