import { formatThousands } from '@taller/shared/values/money.ts';

/** Texts of the activity log: separate from the reports', because all staff load its module and only admins theirs. */
export const logTexts = {
  title: 'Registro de Actividades',
  description: 'Ediciones y bajas del inventario, la más reciente primero.',
  loadFailed: 'No se pudo cargar el registro.',
  failedHint: 'Inténtalo de nuevo; los filtros quedan como están.',
  toStock: 'Ir al inventario',
  empty: {
    title: 'Todavía no hay actividades.',
    hint: 'Aquí queda cada edición y cada baja del inventario, con quién la hizo.',
  },
  emptyFiltered: 'No hay actividades con estos filtros.',
  otherFilters: 'Prueba con otro usuario o con otras fechas.',
  pages: 'Páginas del registro',
  date: 'Fecha',
  user: 'Usuario',
  action: 'Acción',
  entry: 'Actividad',
  price: 'Precio Cliente',
  edit: 'Edición',
  delete: 'Baja',
  allUsers: 'Todos',
  allActions: 'Todas',
  from: 'Desde',
  to: 'Hasta',
  oneUser: 'una persona',
  show: 'Ver registro',
} as const;

const units = (quantity: number): string =>
  quantity === 1 ? '1 unidad' : `${formatThousands(quantity)} unidades`;

/** Parts of a sentence about the inventory: 'Ana sacó 2 de Samsung A51 (Pantalla) para la orden 000123'. */
export const stockTexts = {
  writtenOff: (quantity: number) => `sacó ${formatThousands(quantity)} de`,
  forThe: ' para la ',
  order: 'orden',
  removed: 'eliminó',
  removedWith: (quantity: number) => (quantity > 0 ? `, que tenía ${units(quantity)}` : ''),
  edited: 'editó',
  /** The change of the stock; empty if there is none. */
  change: (change: number, left: number | null) => {
    if (change === 0) return '';
    const moved = `${change > 0 ? 'sumó' : 'restó'} ${units(Math.abs(change))}`;
    return left === null
      ? ` y ${moved}`
      : ` y ${moved}: ${left === 1 ? 'queda' : 'quedan'} ${formatThousands(left)}`;
  },
  unnamed: 'un producto sin nombre',
} as const;

const SEARCHED_BY: Readonly<Record<string, string>> = {
  rut: 'por RUT',
  phone: 'por teléfono',
  imei: 'por IMEI',
  name: 'por nombre',
  text: 'por texto',
};

/** Deleted orders, for admins. */
export const deletedOrderTexts = {
  title: 'Órdenes eliminadas',
  description: 'Qué órdenes se eliminaron, cuándo, quién lo hizo y por qué se deshizo un ingreso.',
  empty: {
    title: 'Todavía no se ha eliminado ninguna orden.',
    hint: 'Cuando alguien elimine una, aquí quedan su número, la fecha, quién lo hizo y por qué.',
  },
  emptyFiltered: 'No se eliminó ninguna orden con estos filtros.',
  order: 'Orden',
  number: (number: string) => `#${number}`,
  by: 'Quién la eliminó',
  reason: 'Motivo',
  unknown: 'Desconocido',
} as const;

/** Staff access to personal data, for admins. */
export const accessLogTexts = {
  title: 'Consultas de datos personales',
  description: 'Quién del taller miró datos de qué cliente. Una línea por persona, registro y hora.',
  empty: {
    title: 'Todavía no hay consultas.',
    hint: 'Aquí queda cada vez que alguien del taller abre, busca o exporta datos de clientes.',
  },
  emptyFiltered: 'No hay consultas con estos filtros.',
  what: 'Qué miró',
  whom: 'De quién',
  order: (number: string) => `Orden ${number}`,
  goneOrder: 'Una orden eliminada',
  account: 'Cuenta de cliente',
  search: (subject: string | null, by: string | null) =>
    subject ? `Búsqueda: ${subject}` : `Búsqueda ${SEARCHED_BY[by ?? ''] ?? 'por RUT o teléfono'}`,
  listed: (rows: number) => (rows === 1 ? 'Lista, 1 fila' : `Listas, ${rows} filas`),
  exported: (rows: number) => (rows === 1 ? 'Exportación, 1 orden' : `Exportación, ${rows} órdenes`),
} as const;

/** Changes of accounts, for admins. */
export const accountTexts = {
  title: 'Cambios de cuentas',
  description: 'Roles, nombres, RUT, correos, contraseñas y segundos factores: qué cambió y quién lo hizo.',
  empty: {
    title: 'Todavía no hay cambios de cuentas.',
    hint: 'Aquí queda cada cambio de rol, nombre, RUT, correo o contraseña, y quién lo hizo.',
  },
  emptyFiltered: 'No hay cambios de cuentas con estos filtros.',
  account: 'Cuenta',
  what: 'Qué cambió',
  change: 'Cambio',
  by: 'Quién',
  gone: 'Una cuenta eliminada',
  /** Changes through the sign-in pages do not say who made them. */
  unnamed: 'Desde la cuenta',
  factorAdded: 'Activado',
  factorRemoved: 'Quitado',
  kinds: {
    role: 'Rol',
    name: 'Nombre',
    rut: 'RUT',
    rut_proof: 'RUT confirmado',
    email: 'Correo',
    second_factor: 'Segundo factor',
    password: 'Contraseña',
    deleted: 'Cuenta eliminada',
  } as Readonly<Record<string, string>>,
} as const;
