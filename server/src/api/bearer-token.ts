/** The token of an Authorization header; undefined for a header that carries none, or anything beside it. */
export function bearerToken(authorization: string | null | undefined): string | undefined {
  return /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
}
