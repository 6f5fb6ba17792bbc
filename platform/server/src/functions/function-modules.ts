import type { FunctionDeps, FunctionHandler } from '../../../../supabase/functions/_shared/function-deps.ts';

/** Exports of `supabase/functions/_shared/NAME.ts`. */
export interface FunctionModule {
  makeHandler(deps: FunctionDeps): FunctionHandler;
}

/** The functions of supabase/functions, each imported when it is first called. */
export const FUNCTION_MODULES: Readonly<Record<string, () => Promise<FunctionModule>>> = {
  'book-appointment': () => import('../../../../supabase/functions/_shared/book-appointment.ts'),
  'calendar-feed': () => import('../../../../supabase/functions/_shared/calendar-feed.ts'),
  'check-photo': () => import('../../../../supabase/functions/_shared/check-photo.ts'),
  'open-device-code': () => import('../../../../supabase/functions/_shared/open-device-code.ts'),
  'save-settings': () => import('../../../../supabase/functions/_shared/save-settings.ts'),
  'seal-records': () => import('../../../../supabase/functions/_shared/seal-records.ts'),
  'send-messages': () => import('../../../../supabase/functions/_shared/send-messages.ts'),
  'shared-photos': () => import('../../../../supabase/functions/_shared/shared-photos.ts'),
  'site-builds': () => import('../../../../supabase/functions/_shared/site-builds.ts'),
  'system-status': () => import('../../../../supabase/functions/_shared/system-status.ts'),
  'update-quote-status': () => import('../../../../supabase/functions/_shared/update-quote-status.ts'),
  'whatsapp-webhook': () => import('../../../../supabase/functions/_shared/whatsapp-webhook.ts'),
};

/**
 * Imports a function whose module failed to load. Node caches a failed import by URL, e.g. after running out of file
 * descriptors: each attempt uses another URL.
 */
export function reloadFunction(name: string, attempt: number): Promise<FunctionModule> {
  const place = new URL(
    `../../../../supabase/functions/_shared/${name}.ts?intento=${attempt}`,
    import.meta.url,
  );
  return import(/* @vite-ignore */ place.href) as Promise<FunctionModule>;
}
