import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/save-settings.ts';

Deno.serve(makeHandler(denoDeps()));
