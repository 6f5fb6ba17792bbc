import { getParser } from 'bowser';
import { sessionTexts } from '#src/features/security/texts.ts';

/** A readable name for a User-Agent header: 'Chrome en Windows'. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return sessionTexts.unknownBrowser;
  const parser = getParser(userAgent);
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  if (!browser) return sessionTexts.unknownBrowser;
  return system ? sessionTexts.browserOn(browser, system) : browser;
}
