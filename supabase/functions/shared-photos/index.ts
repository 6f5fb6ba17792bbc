import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/shared-photos.ts';

Deno.serve(makeHandler(denoDeps()));
