import { supabase } from '@taller/shared/runtime';
import { DataError, toDataError } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import type { SettingFault } from './sections.ts';

/** The server refused a value of a section. */
export class SettingFaultsError extends DataError {
  readonly faults: readonly SettingFault[];

  constructor(message: string, code: string, faults: readonly SettingFault[]) {
    super('invalid', message, code);
    this.faults = faults;
  }
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly faults?: readonly SettingFault[];
}

async function readRefusal(answer: Response): Promise<Partial<Refusal>> {
  try {
    return ((await answer.clone().json()) ?? {}) as Partial<Refusal>;
  } catch {
    return {};
  }
}

async function failureOf(error: Error & { context?: unknown }): Promise<DataError> {
  const { context } = error;
  if (!(context instanceof Response)) return functionFailure(error);
  const { code, message, faults } = await readRefusal(context);
  if (typeof code !== 'string' || typeof message !== 'string') return functionFailure(error);
  return faults
    ? new SettingFaultsError(message, code, faults)
    : toDataError({ code, message }, context.status);
}

/**
 * Calls the server function save-settings, which alone writes the settings.
 * @param id of the request: the same one happens once.
 * @throws DataError; SettingFaultsError for a value that the section's schema refuses.
 */
export async function callSaveSettings<T>(body: Readonly<Record<string, unknown>>, id: string): Promise<T> {
  const client = await supabase();
  const answer = await client.functions.invoke<T>('save-settings', { body: { ...body, requestId: id } });
  const error = answer.error as Error | null;
  if (error) throw await failureOf(error);
  if (typeof answer.data !== 'object' || answer.data === null)
    throw new DataError('offline', 'save-settings answered something else', '', 'unreadable');
  return answer.data;
}
