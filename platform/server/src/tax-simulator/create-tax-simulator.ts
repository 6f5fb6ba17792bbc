import { randomBytes } from 'node:crypto';
import { TAX_SIMULATOR_PATH } from './tax-simulator-route.ts';
import { TaxSimulator } from './tax-simulator.ts';

/** A simulator for this server's own functions, and the environment that makes them use it. */
export function createTaxSimulator(siteUrl: string): {
  simulator: TaxSimulator;
  env: Record<string, string>;
} {
  const token = randomBytes(24).toString('base64url');
  const env = { TAX_PROVIDER_URL: new URL(TAX_SIMULATOR_PATH, siteUrl).href, TAX_PROVIDER_TOKEN: token };
  return { simulator: new TaxSimulator(token), env };
}
