/** The processors of customers' data, as shown on `/privacidad`; update it with the shop's contracts. */
export interface Processor {
  readonly name: string;
  readonly task: string;
  readonly where: string;
}

export const PROCESSORS: readonly Processor[] = [
  {
    name: 'Meta (WhatsApp Business)',
    task: 'Entrega los mensajes sobre tu orden: recibe tu teléfono y el texto del mensaje.',
    where: 'Estados Unidos y otros países',
  },
  {
    name: 'Nuestro proveedor de alojamiento',
    task: 'Mantiene el servidor en que funciona este sitio.',
    where: 'Chile o el extranjero, según contrato',
  },
];
