import { runProgram } from '../programs/run-program.ts';
import { seedDemoShop } from './seed.ts';

/** Seeds the demo shop of the database at DATABASE_URL, for a server's first start. */
await runProgram('DATABASE_URL', (signal) => seedDemoShop(process.env.DATABASE_URL ?? '', signal));
