/**
 * Updates one row, and then reads it with the tables that its `select` embeds. @supabase/lite 0.10.0 applies the
 * filters of such an update once more when it reads what it has changed: a row that was found by its version, which the
 * update counts up, was missing from the answer. PostgREST returns what was updated.
 */
export async function readAfterUpdate(
  request: Request,
  ask: (request: Request) => Promise<Response>,
): Promise<Response> {
  const url = new URL(request.url);
  const { searchParams } = url;
  const id = searchParams.get('id');
  const select = searchParams.get('select');
  const isRead = request.headers.get('prefer')?.includes('return=representation') === true;
  if (request.method !== 'PATCH' || !isRead || !id?.startsWith('eq.') || !select?.includes('('))
    return ask(request);
  searchParams.set('select', 'id');
  const updated = await ask(new Request(url, request));
  // Nothing was updated, or it was refused.
  if (!updated.ok || (await updated.clone().text()) === '[]') return updated;
  const row = new URL(url.pathname, url);
  row.search = new URLSearchParams({ select, id }).toString();
  const headers = new Headers(request.headers);
  for (const name of ['content-length', 'content-type', 'prefer']) headers.delete(name);
  return ask(new Request(row, { headers, signal: request.signal }));
}
