import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { CustomerClue } from '@taller/shared/orders/order-form-queries.ts';
import { documentParts, isDocument, tidyDocument } from '@taller/shared/values/foreign-document.ts';
import { isDiallable } from '@taller/shared/values/phone.ts';
import { dashedRut, isValidRut } from '@taller/shared/values/rut.ts';
import type { OrderFormControls } from './order-form-values.ts';

/** The form’s values of customer and device, by which the shop’s own records are looked up. */
export interface CustomerClues {
  rut: string;
  phone: string;
  imei: string;
}

export const NO_CLUES: CustomerClues = { rut: '', phone: '', imei: '' };
const SETTLED_MS = 300;

/** The clues as they are typed, and those of the moment when typing last paused. */
export function useCustomerClues({ control }: OrderFormControls): {
  typed: CustomerClues;
  settled: CustomerClues;
} {
  const [rut, phone, imei] = useWatch({ control, name: ['customerRut', 'customerPhone', 'imei'] });
  const [settled, setSettled] = useState(NO_CLUES);
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ rut, phone, imei }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [rut, phone, imei]);
  return { typed: { rut, phone, imei }, settled };
}

/** A whole RUT, or a document of another country, as it is stored; '' while it is typed. */
export function wholeIdentity(rut: string): string {
  const document = tidyDocument(rut);
  if (isDocument(document)) return document;
  const whole = dashedRut(rut);
  return isValidRut(whole) ? whole : '';
}

/** The digits of a phone that can be called; '' while it is typed. */
export const wholePhone = (phone: string): string => (isDiallable(phone) ? phone.replace(/\D/g, '') : '');

/** The clue that the customer is looked up by: the RUT, or the phone while there is no RUT. */
export function customerClue({ rut, phone }: CustomerClues): CustomerClue | null {
  const identity = wholeIdentity(rut);
  if (identity !== '') return { by: 'rut', value: identity };
  const digits = wholePhone(phone);
  return (documentParts(rut)?.number ?? rut).trim() === '' && digits !== ''
    ? { by: 'phone', value: digits }
    : null;
}
