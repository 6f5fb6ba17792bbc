import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { supabaseTemplates } from '@taller/server/mail/supabase-templates.ts';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { factsOfFile, factsOfProject } from '#src/site/read-facts.ts';
import { publishableKeyFault } from '#src/workspace/project-keys.ts';
import { inRoot } from '#src/workspace/root.ts';

// `npm run mail-templates -- [--facts FILE | --supabase-url URL --supabase-key KEY]`: writes the mails of a hosted
// project, with the shop's name, for `supabase config push`.
try {
  const { values } = parseArgs({
    options: {
      facts: { type: 'string' },
      'supabase-url': { type: 'string' },
      'supabase-key': { type: 'string' },
    },
  });
  const { facts: file, 'supabase-url': url, 'supabase-key': key } = values;
  if ((url === undefined) !== (key === undefined))
    throw new Error('Entrega las dos opciones o ninguna: --supabase-url y --supabase-key.');
  const fault = key === undefined ? undefined : publishableKeyFault(key);
  if (fault) throw new Error(`--supabase-key: ${fault}`);
  const read =
    file !== undefined
      ? await factsOfFile(file)
      : url && key
        ? await factsOfProject({ url, key })
        : undefined;
  const facts = read?.facts ?? NEUTRAL_FACTS;
  const folder = inRoot('supabase/templates');
  await mkdir(folder, { recursive: true });
  const templates = supabaseTemplates(facts);
  for (const { name, html } of templates) await writeFile(join(folder, `${name}.html`), `${html}\n`);
  console.log(
    `${templates.length} correos de ${facts.shop.name} en ${folder}. Súbelos con: supabase config push`,
  );
} catch (error) {
  console.error(`\n✗ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
