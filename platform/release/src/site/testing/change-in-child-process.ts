import { deploySite } from '#src/site/deploy-site.ts';
import { promotePreview, publishPreview } from '#src/site/publish-preview.ts';
import { publishShell, rollBackShell } from '#src/site/publish-shell.ts';
import { publishRemote, rollBackRemote } from '#src/site/publish.ts';

// Changes a site in a separate process, which may be killed. Arguments: SITE, NAME OF THE CHANGE, FOLDER OR BUILD (the
// builds as JSON for a whole site).

const [, , site = '', change = '', given = ''] = process.argv;
const where = { site, now: new Date('2026-11-03T12:00:00Z') };
const CHANGES: Record<string, () => Promise<unknown>> = {
  remote: () => publishRemote('mfe-public', given, where),
  shell: () => publishShell(given, where),
  preview: () => publishPreview('mfe-public', given, where),
  promote: () => promotePreview('mfe-public', given, where),
  'roll back': () => rollBackRemote('mfe-public', where),
  'roll the shell back': () => rollBackShell(where),
  'whole site': () =>
    deploySite(JSON.parse(given) as Parameters<typeof deploySite>[0], { outDir: site, now: where.now }),
};
await CHANGES[change]?.();
