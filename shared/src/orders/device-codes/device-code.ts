import type { PasswordType } from '../equipment.ts';

/** A device's PIN, pattern or password, in plain text. */
export interface DeviceCode {
  readonly type: PasswordType;
  readonly code: string;
}
