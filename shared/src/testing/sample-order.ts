import type { ImportRow } from '#src/orders/import-orders.ts';
import type { OrderForm } from '#src/orders/order-schemas.ts';

/** Default columns of test orders. */
export const orderColumns = <Columns extends object>(columns: Columns) => ({
  customer_name: 'Ana Primera',
  customer_phone: '+56 9 5555 1234',
  customer_rut: '11111111-1',
  equipment_type: 'smartphone',
  equipment_brand: 'Samsung',
  equipment_model: 'Galaxy A15',
  equipment_condition: 'Pantalla trizada',
  work_description: 'No carga',
  technical_work: 'Cambio de pin de carga',
  quote: 30_000,
  ...columns,
});

/** The order form, filled in with a code. */
export const orderForm = (fields: Partial<OrderForm> = {}): OrderForm => ({
  customerName: 'Ana Primera',
  customerRut: '12345678-5',
  customerPhone: '911112222',
  secondPhone: '',
  customerReference: '',
  customerAddress: '',
  equipmentType: 'smartphone',
  brand: 'Samsung',
  model: 'A54',
  imei: '',
  condition: 'Rayado',
  description: 'No carga',
  technicalWork: 'Cambio de pin',
  quote: 30_000,
  advancePayment: 0,
  technicianId: '',
  password_type: 'pin',
  device_password: '1234',
  ...fields,
});

/** A row of an imported file, with a unique id. */
export const importRow = (columns: Partial<ImportRow> = {}): ImportRow => ({
  row: 2,
  key: crypto.randomUUID(),
  created_at: '2013-06-19T16:00:00.002Z',
  status: 'completed',
  customer_name: 'Rosa Lagos',
  customer_rut: '12345678-5',
  customer_phone: '+56 9 1234 5678',
  customer_address: 'Colón 12',
  equipment_type: 'laptop',
  equipment_brand: 'Lenovo',
  equipment_model: 'T480',
  equipment_condition: '',
  work_description: 'No prende',
  technical_work: '',
  total_amount: 45_990,
  advance_payment: 20_000,
  ...columns,
});
