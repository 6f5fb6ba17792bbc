import { fold } from '@taller/shared/imports/file/import-field.ts';
import type { DeviceCode } from '@taller/shared/orders/device-codes/device-code.ts';
import { isPattern } from '@taller/shared/orders/device-codes/pattern-lock.ts';

/** Words for a device without a code. */
const NONE = new Set([
  '',
  '-',
  'no',
  'no tiene',
  'no dejo',
  'ninguna',
  'ninguno',
  'sin',
  'sin clave',
  'sin codigo',
  'na',
  'n a',
  's c',
]);

/**
 * The code in a cell, or null for none. Dots joined by dashes are a pattern, digits a PIN, anything else a password.
 */
export function readDeviceCode(text: string): DeviceCode | null {
  if (NONE.has(text) || NONE.has(fold(text) || text)) return null;
  if (text.includes('-') && isPattern(text)) return { type: 'pattern', code: text };
  return { type: /^\d+$/.test(text) ? 'pin' : 'password', code: text };
}
