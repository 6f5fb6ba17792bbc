import type { FunctionDeps } from '../function-deps.ts';

/** Environment variable with a device-code private key: PKCS #8, base64url. */
export const privateKeyVariable = (keyId: string): string => `DEVICE_CODE_KEY_${keyId}`;

/** A private key; undefined if this function does not have it. */
export function privateKeyOf(env: FunctionDeps['env'], keyId: string | null): string | undefined {
  return keyId === null ? undefined : env[privateKeyVariable(keyId)] || undefined;
}
