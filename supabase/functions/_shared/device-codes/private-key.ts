import type { FunctionDeps } from '../function-deps.ts';

/** Environment variable with the private half of a key of device codes: PKCS #8, base64url. */
export const privateKeyVariable = (keyId: string): string => `DEVICE_CODE_KEY_${keyId}`;

/** The private half of a key, or undefined when this function was not given it. */
export function privateKeyOf(env: FunctionDeps['env'], keyId: string | null): string | undefined {
  return keyId === null ? undefined : env[privateKeyVariable(keyId)] || undefined;
}
