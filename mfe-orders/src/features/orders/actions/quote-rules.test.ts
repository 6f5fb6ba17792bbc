import { zodResolver } from '@hookform/resolvers/zod';
import { quoteSchema } from '@taller/shared/orders/order-schemas.ts';
import { expect, test } from 'vitest';

// Through the resolver, which selects the error message of a union.
test.each([null, Number.NaN, -1, 10.5, 'mil'])(
  'ORD-08 an amount of %s gets the form’s own message',
  async (amount) => {
    const options = { fields: {}, shouldUseNativeValidation: false };
    const { errors } = await zodResolver(quoteSchema)({ amount, technicalWork: '' }, undefined, options);
    expect(errors).toMatchObject({
      amount: { message: 'Por favor, ingrese un monto válido para el presupuesto.' },
    });
  },
);
