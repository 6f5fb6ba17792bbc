/**
 * The only import of zod: the small build (functions instead of methods, for tree shaking), configured not to compile
 * code at run time, which the site's content security policy forbids.
 */
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
