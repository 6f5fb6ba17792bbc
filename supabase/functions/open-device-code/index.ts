import { denoDeps } from '../_shared/deno-deps.ts';
import { makeHandler } from '../_shared/open-device-code.ts';

Deno.serve(makeHandler(denoDeps()));
