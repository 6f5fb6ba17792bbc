import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { openShop } from '@taller/server/backup/open-shop.ts';
import { optionsFromEnv } from '@taller/server/config/server-options.ts';
import { StartError } from '@taller/server/errors/start-error.ts';
import { RecordKeyFiles } from '@taller/server/records/record-key-files.ts';
import { verifyDatabase } from '@taller/server/records/verify-database.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { inRoot } from '#src/workspace/root.ts';

// `npm run verify-records`: checks the chain of sealed records, beside the running server or without it. Exits with 1
// and names the first record that does not agree.
try {
  parseArgs({ options: {} });
  const { dataDir, databaseUrl } = optionsFromEnv(process.env);
  await using shop = await openShop(resolve(inRoot(), dataDir), { databaseUrl, log: console.error });
  const sql = postgres(shop.adminUrl, { max: 1, onnotice: () => {} });
  try {
    const { records, fault, ownKeys } = await verifyDatabase(sql, new RecordKeyFiles(shop.dataDir));
    if (!ownKeys)
      console.error(
        'En DATA_DIR/record-keys no hay llaves: se comprueba con las que dice la base de datos, que quien la cambie puede cambiar también.',
      );
    if (fault) {
      console.error(`✗ Registro ${fault.seq}: ${fault.text}. Anteriores que concuerdan: ${records}.`);
      process.exitCode = 1;
    } else {
      console.log(`Registros sellados que concuerdan: ${records}.`);
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
} catch (error) {
  console.error(error instanceof StartError || isUsageError(error) ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
