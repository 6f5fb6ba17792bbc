/** Writes of the settings, as their forms make them: by the server function save-settings. */
import { randomUUID } from 'node:crypto';
import { FunctionsHttpError } from '@supabase/supabase-js';
import type { Client } from './shop.ts';

export interface SettingsAnswer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly error: {
    readonly code?: string;
    readonly message?: string;
    readonly faults?: readonly { readonly path: string; readonly message: string }[];
  } | null;
}

/** One request, with an id of its own or again with that of another one. */
export async function callSettings(
  client: Client,
  body: Readonly<Record<string, unknown>>,
  request: string = randomUUID(),
): Promise<SettingsAnswer> {
  const { data, error } = await client.functions.invoke<SettingsAnswer['data']>('save-settings', {
    body: { ...body, requestId: request },
  });
  if (!(error instanceof FunctionsHttpError)) {
    if (error) throw error as Error;
    return { status: 200, data, error: null };
  }
  const answer = error.context as Response;
  return { status: answer.status, data: null, error: (await answer.json()) as SettingsAnswer['error'] };
}

/** A submit of a section's form. */
export const saveSection = (
  client: Client,
  section: string,
  value: unknown,
  version: number,
  request?: string,
) => callSettings(client, { section, value, version }, request);

export const undoChange = (client: Client, change: number, request?: string) =>
  callSettings(client, { undo: change }, request);
