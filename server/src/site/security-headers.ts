/** Other origins that a page may talk to. */
export interface PolicyOrigins {
  /** Hosts of remotes that do not live on the site itself, e.g. `https://remotes.taller.example`. */
  remotes?: readonly string[];
  /** Supabase, where it is not the site's own server: https and wss. */
  connect?: readonly string[];
}

/** What a page of the site may do. `'self'` covers the realtime socket too: it has the site's own origin. */
export function contentSecurityPolicy({ remotes = [], connect = [] }: PolicyOrigins = {}): string {
  const own = (...others: readonly string[]) => ["'self'", ...others].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own(...remotes)}`,
    `style-src ${own(...remotes)}`,
    `img-src ${own('data:', 'blob:', ...remotes)}`,
    `font-src ${own(...remotes)}`,
    `connect-src ${own(...connect, ...remotes)}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // One policy of our own, for the one sink that needs it: registering the service worker.
    'trusted-types taller',
  ].join('; ');
}

/** Headers of every answer of the site. HTTPS adds a promise to stay on it. */
export function securityHeaders(https: boolean, origins: PolicyOrigins = {}): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(origins),
    'x-content-type-options': 'nosniff',
    // The addresses of quote decisions and password resets are secrets.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
