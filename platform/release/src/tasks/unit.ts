import { keepFoldersInMemory } from '#src/tests/folders-in-memory.ts';
import { run } from '#src/workspace/run.ts';

// `npm run unit [-- VITEST ARGUMENTS]`: unit, component, server and database tests.
keepFoldersInMemory();
const { code } = await run('vitest', ['run', ...process.argv.slice(2)]);
process.exitCode = code;
