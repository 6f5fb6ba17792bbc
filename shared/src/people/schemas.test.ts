import { expect, test } from 'vitest';
import { NO_BALANCE_FORM } from '#src/orders/ledger/payment-schema.ts';
import { loginSchema, newPasswordSchema, recoverySchema, registrationSchema } from './auth-schemas.ts';
import {
  inventoryItemSchema,
  catalogNameSchema,
  screenOrderSchema,
  writeOffSchema,
} from '#src/stock/stock-schemas.ts';
import {
  cancellationSchema,
  deliverySchema,
  orderEditSchema,
  orderFormSchema,
  quoteSchema,
} from '#src/orders/order-schemas.ts';
import { editUserSchema, newUserSchema, profileSchema } from './people-schemas.ts';
import { z } from '#src/values/zod.ts';

/** Error messages by field, `{}` if the input is valid. */
function errors(schema: z.ZodMiniType, input: unknown): Record<string, string> {
  const result = z.safeParse(schema, input);
  if (result.success) return {};
  return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
}

test('AUTH-02 login: email required and of email type, password required and at least 6', () => {
  expect(errors(loginSchema, { email: 'ana@example.com', password: '123456' })).toEqual({});
  expect(errors(loginSchema, { email: '', password: '' })).toEqual({
    email: 'El correo electrónico es obligatorio.',
    password: 'La contraseña es obligatoria.',
  });
  expect(errors(loginSchema, { email: 'ana@', password: '12345' })).toEqual({
    email: 'Ingresa un correo electrónico válido.',
    password: 'La contraseña debe tener al menos 6 caracteres.',
  });
});

const person = {
  email: 'ana@example.com',
  password: '123456',
  fullName: 'Ana Díaz',
  rut: '12345678-9',
  phone: '912345678',
};

test('AUTH-03 registration also needs name, RUT and phone; hint Formato: 12345678-9', () => {
  expect(errors(registrationSchema, person)).toEqual({});
  expect(errors(registrationSchema, { ...person, fullName: '  ', rut: '123456789', phone: '' })).toEqual({
    fullName: 'El nombre completo es obligatorio.',
    rut: 'Formato: 12345678-9',
    phone: 'El teléfono es obligatorio.',
  });
  expect(errors(registrationSchema, { ...person, rut: '' })).toEqual({ rut: 'El RUT es obligatorio.' });
});

test('AUTH-07 the RUT comes out normalised', () => {
  expect(z.parse(registrationSchema, { ...person, rut: ' 12.345.678-k ' }).rut).toBe('12345678-K');
});

test('AUTH-05 AUTH-06 literal messages of the recovery screens', () => {
  expect(errors(recoverySchema, { email: '' })).toEqual({
    email: 'Por favor, ingresa tu correo electrónico.',
  });
  expect(errors(newPasswordSchema, { password: '123456', confirmation: '123457' })).toEqual({
    confirmation: 'Las contraseñas no coinciden.',
  });
  expect(errors(newPasswordSchema, { password: '123', confirmation: '1234' })).toEqual({
    password: 'La contraseña debe tener al menos 6 caracteres.',
    confirmation: 'Las contraseñas no coinciden.',
  });
  expect(errors(newPasswordSchema, { password: '123456', confirmation: '123456' })).toEqual({});
});

const order = {
  customerName: 'Ana Díaz',
  customerRut: '12.345.678-5',
  customerPhone: '+56 9 1234 5678',
  secondPhone: '',
  customerReference: '',
  customerAddress: '',
  equipmentType: 'smartphone',
  brand: 'Samsung',
  model: 'A54',
  imei: '',
  condition: 'Pantalla trizada',
  description: 'No enciende',
  technicalWork: 'Cambio de pantalla',
  quote: '$45.990',
  advancePayment: 0,
  technicianId: '',
  password_type: null,
  device_password: '',
};

test('ORD-03 the order form: optional address, IMEI, technician and password type; whole pesos out', () => {
  expect(errors(orderFormSchema, order)).toEqual({});
  expect(z.parse(orderFormSchema, order)).toMatchObject({
    customerRut: '12345678-5',
    quote: 45990,
    advancePayment: 0,
  });
});

test('ORD-03 every required field is asked for', () => {
  const blank = Object.fromEntries(Object.keys(order).map((key) => [key, '']));
  expect(Object.keys(errors(orderFormSchema, blank)).sort()).toEqual([
    'advancePayment',
    'brand',
    'condition',
    'customerName',
    'customerPhone',
    'customerRut',
    'description',
    'equipmentType',
    'model',
    'quote',
    'technicalWork',
  ]);
});

test.each([-1, 1.5, '-1', 'mucho', '', Number.NaN])('ORD-03 %j is no quote and no advance', (amount) => {
  const found = errors(orderFormSchema, { ...order, quote: amount, advancePayment: amount });
  expect(Object.keys(found)).toEqual(['quote', 'advancePayment']);
});

test('ORD-04 PIN numeric, pattern drawn, nothing asked when the type is none', () => {
  const code = (password_type: string | null, device_password: string) =>
    errors(orderFormSchema, { ...order, password_type, device_password });
  expect(code('pin', '1234')).toEqual({});
  expect(code('pin', '12a4')).toEqual({ device_password: 'El PIN solo puede tener números.' });
  expect(code('pattern', '1-2-3')).toEqual({});
  expect(code('pattern', '1-1')).toEqual({ device_password: 'Dibuja el patrón en la cuadrícula.' });
  expect(code('password', 'c4s4 =)')).toEqual({});
  expect(code('', '')).toEqual({});
});

test('ORD-08 quote: a number >= 0, and Reparación general when there is no text', () => {
  expect(z.parse(quoteSchema, { amount: '$0', technicalWork: '  ' })).toEqual({
    amount: 0,
    technicalWork: 'Reparación general',
  });
  for (const amount of ['', '-1', 'gratis']) {
    expect(errors(quoteSchema, { amount, technicalWork: '' })).toEqual({
      amount: 'Por favor, ingrese un monto válido para el presupuesto.',
    });
  }
});

test('ORD-09 ORD-10 cancellation and delivery', () => {
  expect(errors(cancellationSchema, { reason: ' \n ' })).toHaveProperty('reason');
  const delivery = (warrantyDays: unknown) => ({
    warrantyDays,
    partsWarrantyDays: null,
    ...NO_BALANCE_FORM,
    outcome: '',
    outcomeReason: '',
  });
  expect(z.parse(deliverySchema, delivery('90')).warrantyDays).toBe(90);
  expect(z.parse(deliverySchema, delivery(0)).warrantyDays).toBe(0);
  for (const warrantyDays of ['', '-1', 'noventa', 1.5]) {
    expect(errors(deliverySchema, delivery(warrantyDays))).toEqual({
      warrantyDays: 'Por favor, ingrese un número válido de días de garantía.',
    });
  }
});

test('ORD-14 CUST-03 users and profile', () => {
  expect(errors(newUserSchema, { ...person, phone: '', role: 'technician' })).toEqual({});
  expect(Object.keys(errors(newUserSchema, { ...person, password: '123', role: 'customer' }))).toEqual([
    'password',
    'role',
  ]);
  expect(errors(editUserSchema, { fullName: '', phone: '', role: 'admin' })).toHaveProperty('fullName');
  expect(errors(profileSchema, { fullName: 'Ana', phone: '12', address: '' })).toHaveProperty('phone');
});

const product = {
  brand: 'Samsung',
  model: 'A54',
  quantity: '3',
  cost_price: '45.990',
  component_type_id: 't',
  supplier_id: 's',
};

test('INV-01 INV-02 inventory: everything required', () => {
  expect(z.parse(inventoryItemSchema, product)).toMatchObject({ quantity: 3, cost_price: 45990 });
  const messages = {
    brand: 'Escribe la marca.',
    model: 'Escribe el modelo.',
    quantity: 'Escribe una cantidad entera, 0 o más.',
    cost_price: 'Escribe un precio en pesos, sin decimales.',
    component_type_id: 'Elige un tipo.',
    supplier_id: 'Elige un proveedor.',
  };
  for (const [key, message] of Object.entries(messages))
    expect(errors(inventoryItemSchema, { ...product, [key]: '' })).toEqual({ [key]: message });
  expect(errors(catalogNameSchema, { name: ' ' })).toEqual({ name: 'El nombre es obligatorio.' });
});

test('INV-03 write-off: more than 0, not above stock, with an order number', () => {
  const schema = writeOffSchema(3);
  expect(z.parse(schema, { quantity: '3', serviceOrder: '000123' })).toEqual({
    quantity: 3,
    serviceOrder: 123,
  });
  for (const quantity of ['', '0', '4', '-1']) {
    expect(errors(schema, { quantity, serviceOrder: '123' })).toEqual({
      quantity: 'Escribe una cantidad entre 1 y 3.',
    });
  }
  for (const serviceOrder of ['', 'abc', '0']) {
    expect(errors(schema, { quantity: 1, serviceOrder })).toEqual({
      serviceOrder: 'Escribe el número de la orden.',
    });
  }
});

const screen = {
  modelo: 'iPhone 13',
  numero_orden: '123',
  fecha_compra: '2026-11-21T14:30',
  proveedor: 'FullMobile',
  precio_costo: '45990',
  cantidad: '2',
};

test('INV-04 screen order: all required and valid', () => {
  expect(z.parse(screenOrderSchema, screen)).toEqual({
    ...screen,
    fecha_compra: '2026-11-21T17:30:00.000Z',
    precio_costo: 45990,
    cantidad: 2,
  });
  const wrong = {
    modelo: ['', 'Escribe el modelo.'],
    numero_orden: ['', 'Escribe el número de orden.'],
    fecha_compra: ['ayer', 'Elige la fecha y la hora de la compra.'],
    proveedor: [' ', 'Elige un proveedor.'],
    precio_costo: ['0', 'Escribe un precio mayor que 0, sin decimales.'],
    cantidad: ['0', 'Escribe una cantidad entera mayor que 0.'],
  };
  for (const [key, [value, message]] of Object.entries(wrong))
    expect(errors(screenOrderSchema, { ...screen, [key]: value })).toEqual({ [key]: message });
});

const imported = {
  customerName: 'Rosa Lagos',
  customerRut: '12345678-5',
  customerPhone: 'no tiene',
  secondPhone: '',
  customerReference: '',
  customerAddress: '',
  equipmentType: 'laptop' as const,
  brand: 'Lenovo',
  model: '',
  imei: '',
  condition: '',
  description: '',
  technicalWork: '',
  quote: 0,
  advancePayment: 0,
  technicianId: '',
  password_type: null,
  device_password: '',
};

test('ORD-25 editing demands nothing that was empty before, and everything else as before', () => {
  const schema = orderEditSchema(imported);
  expect(errors(schema, { ...imported, customerName: 'Rosa Lagos Díaz' })).toEqual({});
  expect(errors(schema, { ...imported, customerName: '', customerPhone: 'tampoco', brand: ' ' })).toEqual({
    customerName: 'El nombre completo es obligatorio.',
    customerPhone: 'Ingresa un teléfono válido, por ejemplo +56 9 1234 5678.',
    brand: 'La marca es obligatoria.',
  });
  expect(errors(schema, { ...imported, password_type: 'pin', device_password: 'x' })).toEqual({
    device_password: 'El PIN solo puede tener números.',
  });
});

test('ORD-23 a RUT without its dash is stored with it', () => {
  const typed = { ...imported, customerPhone: '912345678', model: 'T', condition: 'c', description: 'd' };
  const form = z.parse(orderFormSchema, { ...typed, technicalWork: 't', customerRut: '90355139' });
  expect(form.customerRut).toBe('9035513-9');
});

test.each([
  ['profile', profileSchema, { fullName: 200, address: 300 }],
  ['registration', registrationSchema, { fullName: 200 }],
  ['user', newUserSchema, { fullName: 200, phone: 40 }],
  ['edited user', editUserSchema, { fullName: 200, phone: 40 }],
  [
    'order',
    orderFormSchema,
    {
      customerName: 200,
      secondPhone: 40,
      customerReference: 80,
      customerAddress: 300,
      brand: 120,
      model: 200,
      imei: 40,
      condition: 20_000,
      description: 20_000,
      technicalWork: 20_000,
    },
  ],
  ['quote', quoteSchema, { technicalWork: 20_000 }],
  ['product', inventoryItemSchema, { brand: 120, model: 200 }],
  ['type or supplier', catalogNameSchema, { name: 120 }],
  ['screen order', screenOrderSchema, { modelo: 200, numero_orden: 120 }],
] as const)(
  'ORD-03 CUST-03 INV-01 %s: values that the database would refuse are reported at their field',
  (_, schema, limits) => {
    for (const [field, most] of Object.entries(limits)) {
      const ofLength = (length: number) => errors(schema, { [field]: '1'.repeat(length) })[field];
      const told = `Puede tener hasta ${new Intl.NumberFormat('es-CL').format(most)} caracteres.`;
      expect(ofLength(most), field).not.toBe(told);
      expect(ofLength(most + 1), field).toBe(told);
    }
  },
);
