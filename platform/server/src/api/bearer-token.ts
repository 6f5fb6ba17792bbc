/** The bearer token of an Authorization header; undefined if there is none or the header contains anything else. */
export function bearerToken(authorization: string | null | undefined): string | undefined {
  return /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
}
