import type { FunctionDeps, FunctionHandler } from '../../../supabase/functions/_shared/function-deps.ts';

/** Exports of `supabase/functions/_shared/NAME.ts`. */
export interface FunctionModule {
  makeHandler(deps: FunctionDeps): FunctionHandler;
}

/** The functions of supabase/functions, imported lazily. A bundler needs static import paths. */
export const FUNCTION_MODULES: Readonly<Record<string, () => Promise<FunctionModule>>> = {
  'open-device-code': () => import('../../../supabase/functions/_shared/open-device-code.ts'),
  'send-messages': () => import('../../../supabase/functions/_shared/send-messages.ts'),
  'system-status': () => import('../../../supabase/functions/_shared/system-status.ts'),
  'update-quote-status': () => import('../../../supabase/functions/_shared/update-quote-status.ts'),
  'whatsapp-webhook': () => import('../../../supabase/functions/_shared/whatsapp-webhook.ts'),
};

/**
 * Loads a function whose module could not be loaded. Node remembers that of a module's address, for want of file
 * descriptors for one: each attempt has an address of its own.
 */
export function loadAgain(name: string, attempt: number): Promise<FunctionModule> {
  const place = new URL(`../../../supabase/functions/_shared/${name}.ts?intento=${attempt}`, import.meta.url);
  return import(/* @vite-ignore */ place.href) as Promise<FunctionModule>;
}
