import { runEndToEnd } from '#src/tasks/end-to-end.ts';
import { keepFoldersInMemory } from '#src/tests/folders-in-memory.ts';

// `npm run e2e [-- FOLDER/FILE… PLAYWRIGHT ARGUMENTS]`: browser tests, by default all.
keepFoldersInMemory();
const { failed } = await runEndToEnd('all', process.argv.slice(2));
process.exitCode = failed ? 1 : 0;
