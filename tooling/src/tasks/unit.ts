import { run } from '#src/workspace/run.ts';

// `npm run unit [-- VITEST ARGUMENTS]`: unit, component, server and database tests.
const { code } = await run('vitest', ['run', ...process.argv.slice(2)]);
process.exitCode = code;
