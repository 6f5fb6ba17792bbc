import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/site-builds.ts';

Deno.serve(makeHandler(denoDeps()));
