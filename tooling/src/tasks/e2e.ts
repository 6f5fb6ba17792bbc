import { runEndToEnd } from '#src/tasks/end-to-end.ts';

// `pnpm e2e [PLAYWRIGHT ARGUMENTS]`
const { failed } = await runEndToEnd(process.argv.slice(2));
process.exitCode = failed ? 1 : 0;
