import type { SignedMoment } from '@taller/shared/orders/signatures/signature.ts';

/** Texts of an order's signatures, for the staff. */
export const signatureCardTexts = {
  title: 'Firmas',
  none: 'Sin firma.',
  required: 'Exigida',
  changed: 'La orden cambió después de esta firma.',
  erased: 'Los datos de quien firmó se borraron.',
  typed: 'Con el nombre escrito',
  byLink: 'En el teléfono del cliente',
  here: 'Firmar aquí',
  byPhone: 'Firmar en el teléfono del cliente',
  hereTitle: { reception: 'Firmar la recepción', delivery: 'Firmar la entrega' } satisfies Record<
    SignedMoment,
    string
  >,
  done: 'Firma guardada.',
  failed: 'La firma no se pudo guardar. Inténtalo de nuevo.',
  nothing: 'No queda nada por firmar.',
  readFailed: 'No se pudo cargar lo que se firma.',
  asking: 'Preparando…',
  phoneTitle: 'Firmar en el teléfono',
  phoneHint: 'El cliente apunta su cámara a este código, lee y firma. Sirve una vez, por 30 minutos.',
  code: 'Código para firmar en el teléfono',
  waiting: 'Esperando la firma…',
  signedBy: (name: string) => `Firmó ${name}.`,
  close: 'Cerrar',
  offered: 'Firma de quien retira (opcional)',
  signed: 'Quien retira ya firmó.',
  missing: 'Falta la firma de quien retira. Sin ella no se puede entregar.',
};
