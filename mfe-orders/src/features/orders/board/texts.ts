/** Texts of the board (TIME-33 to TIME-36). */
export const boardTexts = {
  title: 'Tablero',
  label: 'Tablero de órdenes',
  onHold: 'En espera',
  loading: 'Cargando el tablero…',
  loadFailed: 'No se pudo cargar el tablero.',
  none: 'Sin órdenes',
  more: 'Ver más',
  loadingMore: 'Cargando más…',
  inDesk: (most: number) => `Se muestran las primeras ${most}. El resto está en Órdenes.`,
  count: (total: number, limit: number | null) => (limit === null ? String(total) : `${total} de ${limit}`),
  overLimit: (total: number, limit: number) => `${total} órdenes, y el límite es ${limit}`,
  counted: (total: number) => (total === 1 ? '1 orden' : `${total} órdenes`),
  moveTo: (column: string) => `Mover a ${column}`,
  shortcuts: 'Atajos: ↑ ↓ ← → elegir · Enter abrir · Mayús + ← → mover · m menú',
  refused: {
    customer: 'Aprueba el cliente: envía antes el presupuesto',
    closed: 'El trabajo de esta orden ya terminó: no espera nada',
    waits: 'Termina antes la espera: suéltala en la columna de su estado',
    role: 'Tu perfil no hace ese cambio',
    end: 'No hay otra columna hacia ese lado',
  },
} as const;
