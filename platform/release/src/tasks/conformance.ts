import { parseArgs } from 'node:util';
import { conformanceOf } from '#src/hosted/conformance.ts';
import { ConformanceError } from '#src/hosted/target.ts';
import { isUsageError } from '#src/workspace/is-usage-error.ts';
import { publishableKeyFault, secretKeyFault } from '#src/workspace/project-keys.ts';

// `npm run conformance -- --url URL --publishable-key KEY [--secret-key KEY]`: whether a Supabase address answers as
// the site expects. The secret key may be in SUPABASE_SECRET_KEY instead, where other users of the machine do not see
// it.
try {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      'publishable-key': { type: 'string' },
      'secret-key': { type: 'string' },
    },
  });
  const { url, 'publishable-key': publishableKey = '' } = values;
  const secretKey = values['secret-key'] ?? process.env.SUPABASE_SECRET_KEY ?? '';
  if (url === undefined || !URL.canParse(url) || publishableKey === '' || secretKey === '')
    throw new ConformanceError(
      'Uso: npm run conformance -- --url https://PROYECTO.supabase.co --publishable-key sb_publishable_… --secret-key sb_secret_…',
    );
  const fault = secretKeyFault(secretKey) ?? publishableKeyFault(publishableKey);
  if (fault) throw new ConformanceError(fault);
  const { asked, differences, explained } = await conformanceOf({
    url: new URL(url).origin,
    publishableKey,
    secretKey,
  });
  for (const line of explained) console.log(`  ${line}`);
  for (const line of differences) console.log(`✗ ${line}`);
  console.log(
    `${asked} preguntas: ${differences.length} respuestas distintas de las de Supabase, ${explained.length} con su razón.`,
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof ConformanceError || isUsageError(error) ? `\n✗ ${error.message}\n` : error);
  process.exitCode = 1;
}
