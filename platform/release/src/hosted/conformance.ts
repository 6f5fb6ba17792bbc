import { NEWEST_MIGRATION } from '@taller/shared/system-status/newest-migration.ts';
import { casesOf } from './cases.ts';
import { liveChangesDiffer } from './live-changes.ts';
import type { Target } from './target.ts';
import { openThrowAwayShop } from './throw-away-shop.ts';

export interface Conformance {
  /** Number of requests, with one for realtime and one for the migrations. */
  asked: number;
  /** Answers that differ from Supabase's, one line each. */
  differences: string[];
  /** Intended differences of the embedded server, with their reasons. */
  explained: string[];
}

/** Sends every kind of request that the site relies on, with accounts and rows that it deletes afterwards. */
export async function conformanceOf(target: Target): Promise<Conformance> {
  await using shop = await openThrowAwayShop(target);
  const differences: string[] = [];
  const explained: string[] = [];
  const live = await liveChangesDiffer(shop);
  if (live !== null) differences.push(`realtime: ${live}`);
  const newest = await shop.ask({ as: 'secret', ask: 'POST /rest/v1/rpc/newest_migration', body: {} });
  if (newest.text !== JSON.stringify(NEWEST_MIGRATION))
    differences.push(`migrations: ${newest.text}, expected "${NEWEST_MIGRATION}"`);
  const cases = casesOf(shop);
  for (const { answer, range = '', times = 1, embedded, ...request } of cases) {
    const known = shop.isEmbedded ? embedded : undefined;
    const expected = `${known?.answer ?? answer} ${range}`.trim();
    let got = '';
    for (let asked = 0; asked < times && got !== expected; asked += 1) {
      const reply = await shop.ask(request);
      got = `${reply.status} ${reply.code}`.trim() + (range === '' ? '' : ` ${reply.range}`);
    }
    const what = `${request.as} ${request.ask}`;
    if (got !== expected) differences.push(`${what}: ${got}, expected ${expected}`);
    else if (known) explained.push(`${what}: ${got}, Supabase ${answer}: ${known.why}`);
  }
  return { asked: cases.length + 2, differences, explained };
}
