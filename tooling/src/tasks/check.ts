import { runChecks } from '#src/tasks/checks.ts';

const { failed } = await runChecks();
process.exitCode = failed ? 1 : 0;
