/** The kind of a project's key: new keys state it as a prefix, old keys as the role in a JWT. */
function kindOf(key: string): 'publishable' | 'secret' | undefined {
  if (key.startsWith('sb_publishable_')) return 'publishable';
  if (key.startsWith('sb_secret_')) return 'secret';
  try {
    const claims = Buffer.from(key.split('.')[1] ?? '', 'base64url').toString();
    const { role } = JSON.parse(claims) as { role?: unknown };
    return role === 'anon' ? 'publishable' : role === 'service_role' ? 'secret' : undefined;
  } catch {
    return undefined;
  }
}

/** Why this is not the secret key of a project; undefined if it may be. */
export const secretKeyFault = (key: string): string | undefined =>
  kindOf(key) === 'publishable'
    ? 'Esa es la clave publicable. Aquí va la secreta (sb_secret_…): está en el panel de Supabase, en Project Settings, API Keys.'
    : undefined;

/** Why this is not the publishable key of a project; undefined if it may be. */
export const publishableKeyFault = (key: string): string | undefined =>
  kindOf(key) === 'secret'
    ? 'Esa es la clave secreta: quien la vea puede leer y cambiar todo. Aquí va la publicable (sb_publishable_…). Si la secreta ya quedó en un sitio publicado, reemplázala en el panel de Supabase.'
    : undefined;
