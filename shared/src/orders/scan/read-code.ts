import { normaliseImei } from '#src/orders/imei.ts';

/** The thing that a scanned or typed code names. */
export type ScannedCode =
  /** An order, by its number: on labels and slips. */
  | { kind: 'order'; number: number }
  /** An order, by its id: on technical sheets. */
  | { kind: 'order-id'; id: string }
  | { kind: 'place'; code: string }
  /** A device, by an IMEI or serial number. */
  | { kind: 'device'; imei: string }
  /** The address of another site. */
  | { kind: 'foreign' }
  | { kind: 'text' };

/** Letters and digits alone: a scanner that is set to another keyboard types the rest as other characters. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;
const RUT = /^\d{7,8}[\dk]$/i;

/** Whether a text is likely the number of a device: an IMEI, or the letters and digits of a serial number. */
export function isDeviceNumber(text: string): boolean {
  const number = normaliseImei(text);
  return (
    /^\d{14,16}$/.test(number) ||
    (/^(?=(?:.*\d){2})(?=.*[a-z])[a-z\d]{7,24}$/i.test(number) &&
      !/\s/.test(text.trim()) &&
      !RUT.test(number))
  );
}

/** Reads what a code names (REC-97). @param origin of this site: codes of other sites are foreign. */
export function readCode(text: string, origin: string): ScannedCode {
  const code = bare(text);
  const own = bare(origin);
  if (code.startsWith(own)) {
    const [, number] = /^ordersview0*([1-9]\d{0,8})$/.exec(code.slice(own.length)) ?? [];
    if (number) return { kind: 'order', number: Number(number) };
    const [, id] = /^dashboardordersview([\da-f]{32})$/.exec(code.slice(own.length)) ?? [];
    if (id) return { kind: 'order-id', id: id.replace(UUID_PARTS, '$1-$2-$3-$4-$5') };
  }
  if (/^https?[^a-z\d]/i.test(text.trim())) return { kind: 'foreign' };
  if (/^\s*ubi[a-z\d]+\s*$/i.test(text)) return { kind: 'place', code: code.toUpperCase() };
  if (isDeviceNumber(text)) return { kind: 'device', imei: normaliseImei(text) };
  return { kind: 'text' };
}
