import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#src/db/database.types.ts';

/** URL and key of the site's Supabase, `GET /config.json`. The key is public. */
export interface SiteConfig {
  supabaseUrl: string;
  supabaseKey: string;
  /** False unregisters the service worker in every browser. */
  serviceWorker?: boolean;
}

export type Supabase = SupabaseClient<Database>;

let config: Promise<SiteConfig> | null = null;
let client: Promise<Supabase> | null = null;
const created: ((client: Supabase) => void)[] = [];

async function fetchConfig(): Promise<SiteConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const value = (await response.json()) as Partial<SiteConfig>;
  if (!value.supabaseUrl || !value.supabaseKey)
    throw new Error('/config.json lacks supabaseUrl or supabaseKey');
  const { supabaseUrl, supabaseKey, serviceWorker } = value;
  return { supabaseUrl, supabaseKey, serviceWorker };
}

/** The site's configuration, read once per page. A failure is not cached: the next call retries. */
export function siteConfig(): Promise<SiteConfig> {
  config ??= fetchConfig().catch((error: unknown) => {
    config = null;
    throw error;
  });
  return config;
}

async function createSupabase(): Promise<Supabase> {
  const [{ createSupabaseClient }, settings] = await Promise.all([
    import('#src/runtime/create-supabase-client.ts'),
    siteConfig(),
  ]);
  const made = createSupabaseClient(settings);
  for (const listener of created) listener(made);
  return made;
}

/**
 * The page's only Supabase client. Loaded on the first call, so that public pages do not download it. A failure is not
 * cached.
 */
export function supabase(): Promise<Supabase> {
  client ??= createSupabase().catch((error: unknown) => {
    client = null;
    throw error;
  });
  return client;
}

/** A second client with a separate, temporary session: an admin signs up a colleague and stays signed in (ORD-14). */
export async function detachedSupabase(): Promise<Supabase> {
  const [{ createDetachedClient }, settings] = await Promise.all([
    import('#src/runtime/create-supabase-client.ts'),
    siteConfig(),
  ]);
  return createDetachedClient(settings);
}

let mailClient: Promise<Supabase> | null = null;

async function createMailSupabase(): Promise<Supabase> {
  const [{ createMailClient }, settings] = await Promise.all([
    import('#src/runtime/create-supabase-client.ts'),
    siteConfig(),
  ]);
  return createMailClient(settings);
}

/**
 * The client that requests mails and redeems their links; its session is separate from the page's. A failure is not
 * cached.
 */
export function mailSupabase(): Promise<Supabase> {
  mailClient ??= createMailSupabase().catch((error: unknown) => {
    mailClient = null;
    throw error;
  });
  return mailClient;
}

/** Calls back with the client once it has been created. */
export function onSupabaseCreated(listener: (client: Supabase) => void): void {
  created.push(listener);
}
