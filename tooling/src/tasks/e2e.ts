import { runEndToEnd } from '#src/tasks/end-to-end.ts';

// `npm run e2e [-- FOLDER/FILE… PLAYWRIGHT ARGUMENTS]`: browser tests, by default all.
const { failed } = await runEndToEnd(process.argv.slice(2));
process.exitCode = failed ? 1 : 0;
