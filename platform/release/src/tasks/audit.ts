import { readFileSync } from 'node:fs';
import { knownVulnerabilities } from '#src/audit/advisories.ts';
import { lockFileFaults } from '#src/audit/lock-file.ts';
import { inRoot } from '#src/workspace/root.ts';

// `npm run audit`: checks the lock file, which needs no network, and the registry's advisories, if reachable.
const read = (name: string) => readFileSync(inRoot(name), 'utf8');
const faults = lockFileFaults(read('pnpm-lock.yaml'), read('pnpm-workspace.yaml'));
const known = await knownVulnerabilities(process.env.TALLER_PNPM ?? 'pnpm');
console.log(
  known === undefined
    ? 'El registro no contesta qué vulnerabilidades conoce; se revisó solo lo que fija pnpm-lock.yaml.'
    : `El registro conoce ${known.length} vulnerabilidades graves de lo que usa el sitio.`,
);
for (const fault of [...faults, ...(known ?? [])]) console.error(`✗ ${fault}`);
process.exitCode = faults.length + (known?.length ?? 0) > 0 ? 1 : 0;
