import { makeStartBundle } from '#src/start-bundle/start-bundle.ts';

// `node tooling/src/tasks/bundle-start.ts FINGERPRINT`: run by tooling/setup/start-bundle.mjs after a start from the
// sources, with the fingerprint of the installation.

await makeStartBundle(process.argv[2] ?? '');
