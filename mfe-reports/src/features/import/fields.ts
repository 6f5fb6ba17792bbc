/** The fields of an order import, and their column headings in other systems' exports. */
import { FIELD_LABELS, type FieldColumn } from '@taller/shared/orders/fields/order-fields.ts';
import { fold, headingList, type ImportField } from '@taller/shared/imports/file/import-field.ts';
import { completeRut } from '@taller/shared/values/rut.ts';
import { readDate } from './read-date.ts';
import { equipmentTypeOf, statusOf } from './words.ts';

const HEADINGS = [
  {
    id: 'order_number',
    required: false,
    headings: headingList(`
      n orden, numero de orden, numero orden, nro orden, num orden, no orden, orden, orden n, orden
      de trabajo, ot, n ot, folio, n folio, n, nro, numero, order number, order no, order, ticket,
      ticket number, numero os, os, id orden, order id, id, ordem, pedido
    `),
  },
  {
    id: 'created_at',
    required: true,
    headings: headingList(`
      fecha, fecha ingreso, fecha de ingreso, fecha recepcion, fecha de recepcion, ingreso, fecha
      creacion, fecha de creacion, fecha orden, fecha de orden, creado, creada, recibido, fecha
      entrada, date, created at, created, created date, date created, event date, data, data de
      entrada, data entrada, datum
    `),
    fits: (cell) => /\D/.test(cell) && readDate(cell, 'dmy') !== null,
  },
  {
    id: 'customer_name',
    required: true,
    headings: headingList(`
      cliente, nombre cliente, nombre del cliente, nombre, nombre completo, nombre y apellido, razon
      social, customer, customer name, client, client name, name, full name, nome, nome do cliente,
      contacto
    `),
  },
  {
    id: 'customer_rut',
    required: true,
    headings: headingList(`
      rut, rut cliente, rut del cliente, run, r u t, rol unico tributario, cedula, cedula de
      identidad, ci, identificacion, documento, dni, tax id, customer rut, national id
    `),
    fits: (cell) => completeRut(cell) !== null && /[-kK.]|^\d{8,9}$/.test(cell),
  },
  {
    id: 'customer_phone',
    required: true,
    headings: headingList(`
      telefono, fono, telefono cliente, telefono del cliente, celular cliente, telefono celular,
      telefono contacto, telefono de contacto, fono contacto, movil, tel, whatsapp, numero de
      telefono, n telefono, celular, phone, phone number, customer phone, mobile, mobile phone,
      telefone
    `),
    fits: (cell) => /^[+()\d\s-]{9,18}$/.test(cell) && /9[\s)-]*\d{4}[\s-]*\d{4}$/.test(cell),
  },
  {
    id: 'second_phone',
    required: false,
    headings: headingList(`
      otro telefono, telefono 2, segundo telefono, telefono alternativo, telefono fijo, celular 2,
      fono 2, telefono adicional, second phone, phone 2, other phone, alternative phone
    `),
  },
  {
    id: 'customer_address',
    required: false,
    headings: headingList(`
      direccion, direccion cliente, domicilio, address, customer address, calle, endereco, comuna
    `),
  },
  {
    id: 'customer_reference',
    required: false,
    headings: headingList(`
      n orden cliente, orden de compra, n orden de compra, oc, n oc, n siniestro, siniestro, numero
      de siniestro, referencia cliente, referencia del cliente, purchase order, po number, po, claim,
      claim number, customer reference
    `),
  },
  {
    id: 'equipment_type',
    required: false,
    headings: headingList(`
      tipo, tipo equipo, tipo de equipo, equipo, tipo dispositivo, tipo de dispositivo, dispositivo,
      categoria, aparato, producto, device type, device, equipment, equipment type, category, product
      category, type, tipo de aparelho, aparelho
    `),
    fits: (cell) => equipmentTypeOf(cell) !== null,
  },
  {
    id: 'equipment_brand',
    required: false,
    headings: headingList(`
      marca, marca equipo, marca del equipo, fabricante, brand, make, manufacturer, equipment brand,
      marke
    `),
  },
  {
    id: 'equipment_model',
    required: false,
    headings: headingList(`
      modelo, modelo equipo, modelo del equipo, model, equipment model, device model, modell
    `),
  },
  {
    id: 'imei',
    required: false,
    headings: headingList(`
      imei, imei serie, imei o serie, serie, n serie, numero de serie, nro serie, serial, serial
      number
    `),
  },
  {
    id: 'equipment_condition',
    required: false,
    headings: headingList(`
      condicion, condicion equipo, condicion del equipo, estado fisico, estado del equipo, estado
      equipo, estetica, condition, accesorios
    `),
  },
  {
    id: 'work_description',
    required: false,
    headings: headingList(`
      falla, problema, falla reportada, falla declarada, problema reportado, descripcion, descripcion
      del problema, descripcion falla, descripcion de la falla, sintoma, motivo, motivo ingreso,
      motivo de ingreso, detalle, problem, issue, fault, defect, description, work description,
      defeito
    `),
  },
  {
    id: 'technical_work',
    required: false,
    headings: headingList(`
      trabajo, trabajo realizado, trabajo a realizar, trabajo tecnico, solucion, reparacion,
      reparacion realizada, diagnostico, diagnostico tecnico, informe tecnico, servicio, servicio
      realizado, technical work, repair, solution, diagnosis, servico
    `),
  },
  {
    id: 'status',
    required: true,
    headings: headingList(`
      estado, estado orden, estado de la orden, situacion, etapa, estatus, status, state, order
      status, repair status, situacao
    `),
    fits: (cell) => statusOf(cell) !== null,
  },
  {
    id: 'total_amount',
    required: false,
    headings: headingList(`
      total, monto, monto total, precio, precio total, valor, valor total, presupuesto, cotizacion,
      importe, costo, costo total, a pagar, amount, total amount, price, quote, preco
    `),
  },
  {
    id: 'advance_payment',
    required: false,
    headings: headingList(`
      abono, anticipo, adelanto, sena, pie, pagado, a cuenta, deposit, advance, advance payment,
      paid, sinal
    `),
  },
  {
    id: 'updated_at',
    required: false,
    headings: headingList(`
      fecha entrega, fecha de entrega, entregado el, fecha termino, fecha de termino, fecha cierre,
      fecha salida, fecha retiro, ultima actualizacion, actualizado, delivered at, closed at,
      completed at, updated at, updated
    `),
  },
  {
    id: 'promised_at',
    required: false,
    headings: headingList(`
      comprometida para, fecha comprometida, fecha prometida, fecha promesa, fecha estimada, fecha
      estimada de entrega, entrega estimada, compromiso, promised at, promised date, due date, due,
      estimated completion, deadline
    `),
    fits: (cell) => /\D/.test(cell) && readDate(cell, 'dmy') !== null,
  },
  {
    id: 'warranty_days',
    required: false,
    headings: headingList(`
      garantia, dias garantia, dias de garantia, garantia dias, warranty, warranty days
    `),
  },
  {
    id: 'parts_warranty_days',
    required: false,
    headings: headingList(`
      garantia repuestos, garantia de repuestos, dias garantia repuestos, dias de garantia de repuestos,
      parts warranty, parts warranty days
    `),
  },
  {
    id: 'notes',
    required: false,
    headings: headingList(`
      notas, nota, observaciones, observacion, comentarios, comentario, notes, comments, remarks,
      observacoes
    `),
  },
  {
    id: 'device_code',
    required: false,
    headings: headingList(`
      clave, clave equipo, clave del equipo, clave de desbloqueo, contrasena, contrasena equipo, pin,
      patron, patron de desbloqueo, codigo de desbloqueo, codigo desbloqueo, pin o patron,
      password, passcode, device password, unlock code, senha
    `),
  },
] as const satisfies readonly ImportField[];

export type FieldId = (typeof HEADINGS)[number]['id'];

/** The fields with their own labels as their first headings, so that one shop's export can be imported by another. */
export const IMPORT_FIELDS: readonly ImportField<FieldId>[] = HEADINGS.map((field) => {
  const label = FIELD_LABELS[field.id as FieldColumn] as string | undefined;
  return label ? { ...field, headings: [...new Set([...field.headings, fold(label)])] } : field;
});
