/** Texts of the search at the top of a new order (REC-12). */
export const intakeTexts = {
  label: 'Buscar cliente o equipo',
  hint: 'RUT, teléfono, nombre, IMEI o número de serie. Enter elige el primero.',
  list: 'Clientes y equipos',
  loadFailed: 'No pudimos traer sus datos. Inténtalo otra vez, o escríbelos abajo.',
  ofLabel: 'Cliente y equipo de esta etiqueta',
  noOrder: 'No encontramos la orden de ese código. Inténtalo otra vez, o escribe los datos abajo.',
  customer: (name: string, identity: string, orders: number) =>
    `${name} · ${identity} · ${orders === 1 ? '1 orden' : `${orders} órdenes`}`,
  device: (device: string, imei: string, owner: string) => `${device} · ${imei} · ${owner}`,
  deviceOf: (device: string, imei: string) => `↳ ${device}${imei ? ` · ${imei}` : ''}`,
  newRut: (rut: string) => `Cliente nuevo, RUT ${rut}`,
  newPhone: (phone: string) => `Cliente nuevo, teléfono ${phone}`,
  newName: (name: string) => `Cliente nuevo: ${name}`,
  newPassport: (number: string) => `Cliente nuevo, pasaporte ${number}`,
  newImei: (imei: string) => `Equipo nuevo, IMEI ${imei}`,
  newSerial: (serial: string) => `Equipo nuevo, serie ${serial}`,
} as const;
