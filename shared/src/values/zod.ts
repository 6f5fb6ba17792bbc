/**
 * The one door to zod: the small build (functions instead of methods, so that a bundle carries only
 * what it uses), told not to compile code at run time, which the site's content security policy forbids.
 */
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
