import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/check-photo.ts';

Deno.serve(makeHandler(denoDeps()));
