import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { openShop } from '@taller/server/backup/open-shop.ts';
import { optionsFromEnv } from '@taller/server/config/server-options.ts';
import { resetAdmin } from '@taller/server/database/reset-admin.ts';
import { StartError } from '@taller/server/errors/start-error.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { inRoot } from '#src/workspace/root.ts';

// `npm run reset-admin`: a new password without a second factor for an admin, beside the running server or without it.
try {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const { dataDir, databaseUrl } = optionsFromEnv(process.env);
  await using shop = await openShop(resolve(inRoot(), dataDir), { databaseUrl, log: console.error });
  const sql = postgres(shop.adminUrl, { max: 1, onnotice: () => {} });
  try {
    const { email, password } = await resetAdmin(sql, values.email);
    console.log(
      `${email} entra con la contraseña ${password}, sin segundo factor; sus sesiones quedaron cerradas.\n` +
        'Cámbiala en Mi Perfil y vuelve a activar el segundo factor.',
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
} catch (error) {
  console.error(error instanceof StartError || isUsageError(error) ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
