import { parseArgs } from 'node:util';
import { messageOf, StartError } from '@taller/server/errors/start-error.ts';
import { runProgram } from '@taller/server/programs/run-program.ts';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { buildSite } from '#src/site/build-site.ts';
import { DEMO_FACTS } from '../../../../supabase/seed/demo-facts.ts';

// `node platform/release/src/tasks/build-own-site.ts [--demo] FOLDER`: builds the own site of a server that starts.

// The reader of the progress may be gone.
process.stdout.on('error', () => undefined);
await runProgram('[--demo] FOLDER', async (signal) => {
  const options = { demo: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  try {
    await buildSite({
      outDir: positionals[0],
      firstFacts: values.demo ? DEMO_FACTS : NEUTRAL_FACTS,
      linked: true,
      log: (line) => console.log(line),
      signal,
    });
  } catch (error) {
    // The message of the error says what the operator can do.
    throw new StartError('site-failed', messageOf(error), error);
  }
});
