import { getParser } from 'bowser';
import { es } from '#src/texts/es.ts';

/** What a person calls the browser that sent this header: 'Chrome en Windows'. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return es.sessions.unknownBrowser;
  const parser = getParser(userAgent);
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  if (!browser) return es.sessions.unknownBrowser;
  return system ? es.sessions.browserOn(browser, system) : browser;
}
