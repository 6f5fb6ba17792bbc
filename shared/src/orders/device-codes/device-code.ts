import type { PasswordType } from '../equipment.ts';

/** A device's PIN, pattern or password, in plain text. */
export interface DeviceCode {
  readonly type: PasswordType;
  readonly code: string;
}

/** Maximum length of a device code, in characters. */
export const LONGEST_CODE = 200;
