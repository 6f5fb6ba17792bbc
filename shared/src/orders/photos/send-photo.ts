import { siteConfig, supabase, type Supabase } from '@taller/shared/runtime';
import { DataError, toDataError, unwrap } from '#src/data-access/data-error.ts';
import { functionFailure } from '#src/data-access/function-failure.ts';
import { PHOTO_BUCKET, photoFile } from './photo-queries.ts';
import { uploadFile } from './upload-file.ts';
import type { WaitingPhoto } from './waiting-photos.ts';

const NO_ROOM = 'No queda espacio en el servidor para fotos. Avisa a administración.';
const NO_PHOTO = 'Este archivo no se guardó: no es una foto que se pueda leer. Elige otra.';

/** Files that have come, of photos that are not complete: a cut between the two sends only the other. */
const come = new Set<string>();

interface Watched {
  /** Called with the bytes of the photo that have left. */
  onBytes?: (sent: number) => void;
  signal?: AbortSignal;
}

/**
 * Adds a photo: its row, its two files, the check. Sent again, it goes on with what has not come, and happens once
 * (REC-44).
 */
export async function sendPhoto(waiting: WaitingPhoto, { onBytes, signal }: Watched = {}): Promise<void> {
  const { id, orderId, moment, photo, small } = waiting;
  const database = await supabase();
  // Somebody else may have signed in meanwhile.
  await tokenOf(database, waiting.owner);
  const added = unwrap(await database.rpc('add_photo', { p_id: id, p_order_id: orderId, p_moment: moment }));
  if (added.checked_at !== null) return;
  let sent = 0;
  for (const file of [photo, small]) {
    signal?.throwIfAborted();
    const name = photoFile({ id, order_id: orderId }, file === small);
    const before = sent;
    const headers = { authorization: `Bearer ${await tokenOf(database, waiting.owner)}` };
    if (!come.has(name)) await sendFile(name, file, headers, (bytes) => onBytes?.(before + bytes), signal);
    come.add(name);
    sent += file.size;
    onBytes?.(sent);
  }
  signal?.throwIfAborted();
  const { error } = await database.functions.invoke('check-photo', { body: { photoId: id } });
  if (error) throw checkFailure(error as Error & { context?: unknown });
}

async function tokenOf(database: Supabase, owner: string): Promise<string> {
  const { data } = await database.auth.getSession();
  if (data.session?.user.id !== owner) throw new DataError('offline', 'The session could not be renewed');
  return data.session.access_token;
}

async function sendFile(
  name: string,
  file: Blob,
  headers: { authorization: string },
  onBytes: (sent: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { supabaseUrl, supabaseKey } = await siteConfig();
  const { status, text } = await uploadFile({
    address: `${supabaseUrl}/storage/v1/object/${PHOTO_BUCKET}/${name}`,
    headers: { ...headers, apikey: supabaseKey, 'content-type': file.type, 'x-upsert': 'false' },
    file,
    onBytes,
    signal,
  });
  if (status >= 200 && status < 300) return;
  const refusal = refusalOf(text);
  // The Storage API answers 400, and says in the body what is meant.
  const code = Number(refusal.statusCode ?? status);
  if (code === 409) return;
  if (status === 507) throw new DataError('invalid', NO_ROOM);
  throw toDataError({ message: refusal.message ?? '' }, status >= 500 ? status : code);
}

function refusalOf(text: string): { statusCode?: string; message?: string } {
  try {
    return (JSON.parse(text) as { statusCode?: string; message?: string } | null) ?? {};
  } catch {
    return {};
  }
}

function checkFailure(error: Error & { context?: unknown }): DataError {
  const isRefused = error.context instanceof Response && error.context.status === 422;
  return isRefused ? new DataError('invalid', NO_PHOTO) : functionFailure(error);
}
