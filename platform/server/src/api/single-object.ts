/** PostgREST's response when one object was requested and there are none or several. */
const notOne = (rows: number): Response =>
  Response.json(
    {
      code: 'PGRST116',
      details: `The result contains ${rows} rows`,
      hint: null,
      message: 'Cannot coerce the result to a single JSON object',
    },
    { status: 406 },
  );

/**
 * Returns a single object where one was requested. @supabase/lite 0.10.0 ignores that for an insert, update or delete
 * whose `select` embeds another table: it returns an array, so `.single()` yields an array and `.maybeSingle()` treats
 * an update without matches as successful. PostgREST would also roll back a write of several rows; here it is already
 * committed.
 */
export async function asSingleObject(request: Request, response: Response): Promise<Response> {
  const wanted = request.headers.get('accept')?.includes('application/vnd.pgrst.object') === true;
  if (!wanted || request.method === 'GET' || !response.ok || response.body === null) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  const { status } = response;
  if (!text.startsWith('[')) return new Response(text, { status, headers });
  const rows = JSON.parse(text) as unknown[];
  if (rows.length !== 1) return notOne(rows.length);
  headers.delete('content-length');
  headers.set('content-type', 'application/vnd.pgrst.object+json; charset=utf-8');
  return new Response(JSON.stringify(rows[0]), { status, headers });
}
