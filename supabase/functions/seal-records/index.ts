import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/seal-records.ts';

Deno.serve(makeHandler(denoDeps()));
