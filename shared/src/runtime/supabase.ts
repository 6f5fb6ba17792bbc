import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#src/db/database.types.ts';

/** Where the site's Supabase is, `GET /config.json`. The key is the public one. */
export interface SiteConfig {
  supabaseUrl: string;
  supabaseKey: string;
  /** False takes the service worker away from every browser that has it. */
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

/** The site's configuration, read once per page. A failure is not remembered: the next call tries again. */
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
 * The one Supabase client of the page. Loaded on the first call, so that public pages do not pay for it. A failure is not remembered.
 */
export function supabase(): Promise<Supabase> {
  client ??= createSupabase().catch((error: unknown) => {
    client = null;
    throw error;
  });
  return client;
}

/**
 * A second client, whose session is not the page's and ends with it: an admin signs up a colleague and stays signed in (ORD-14).
 */
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
 * The client that asks for mails and redeems what their links bring; its session is not the page's. A failure is not
 * remembered.
 */
export function mailSupabase(): Promise<Supabase> {
  mailClient ??= createMailSupabase().catch((error: unknown) => {
    mailClient = null;
    throw error;
  });
  return mailClient;
}

/** Calls back with the client when somebody's first use has created it. */
export function onSupabaseCreated(listener: (client: Supabase) => void): void {
  created.push(listener);
}
