/** Other origins that a page may connect to. */
export interface PolicyOrigins {
  /** Hosts of remotes outside the site, e.g. `https://remotes.taller.example`. */
  remotes?: readonly string[];
  /** Supabase, if it is not the site's own server: https and wss. */
  connect?: readonly string[];
}

/** The content security policy of the site. `'self'` includes the realtime socket, which has the same origin. */
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
    // One Trusted Types policy, for the only sink that needs it: registering the service worker.
    'trusted-types taller',
  ].join('; ');
}

/** Headers of every response of the site. With HTTPS they include HSTS. */
export function securityHeaders(https: boolean, origins: PolicyOrigins = {}): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(origins),
    'x-content-type-options': 'nosniff',
    // URLs of quote decisions and password resets are secrets.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(self), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}
