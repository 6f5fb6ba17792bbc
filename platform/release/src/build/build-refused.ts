/** A build refused by a check, with a Spanish message for the developer. */
export class BuildRefused extends Error {}

/** The bundler's report of a refusal by one of these checks, up to its stack trace. */
const REFUSAL =
  /\[plugin taller-(?:single-copies|scoped-styles|no-unverifiable-code)\]\s+\w*Error: (?<words>[^\n]+)/;

/** The words of a refusal in the bundler's output; null if the build failed for another reason. */
export const refusalIn = (output: string): string | null => REFUSAL.exec(output)?.groups?.words ?? null;
