import { NEWEST_MIGRATION } from '../../../shared/src/system-status/newest-migration.ts';
import {
  STATUS_PARTS,
  type StatusFacts,
  type StatusPartName,
  type SystemStatus,
} from '../../../shared/src/system-status/system-status.ts';
import { refusedAccess } from './admin-access.ts';
import type { FunctionDeps, FunctionHandler } from './function-deps.ts';
import { jsonResponse, preflightResponse } from './http.ts';
import { missingFunctions } from './system-status/missing-functions.ts';
import { judge } from './system-status/judge.ts';
import { missingSecrets, readWhatsappConfig } from './whatsapp/whatsapp-config.ts';

/** Timeout of each part; all run in parallel. */
const PART_MS = 3_000;
/** Reported by the database. The other parts are known only to the host. */
const IN_DATABASE: ReadonlySet<StatusPartName> = new Set([
  'database',
  'backups',
  'records',
  'messages',
  'documents',
  'mail',
  'jobs',
  'retention',
]);

function withoutSending({ jobs, ...facts }: StatusFacts): StatusFacts {
  if (typeof jobs !== 'object' || jobs === null) return { ...facts, jobs };
  const { 'send-messages': sending, ...others } = jobs;
  return { ...facts, jobs: sending?.late === true ? others : jobs };
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), PART_MS);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * POST by an admin, as determined by the database (role, idle time, second factor): returns SystemStatus, the health of
 * each part of the installation. Parts that fail or time out are reported as such and do not affect others.
 *
 * 401 no session; 403 not an admin; 503 the database could not be asked about the caller.
 */
export function makeHandler(deps: FunctionDeps): FunctionHandler {
  const askDatabase = async (authorization: string | null, part: string): Promise<StatusFacts> => {
    const { data, error } = await deps.client(authorization).rpc('system_status', { p_part: part });
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return data as StatusFacts;
  };
  const factsOf = async (authorization: string | null, name: StatusPartName): Promise<StatusFacts> => {
    const [stored, known] = await Promise.all([
      IN_DATABASE.has(name) ? within(askDatabase(authorization, name)) : {},
      within(deps.host?.[name]?.() ?? Promise.resolve({})),
    ]);
    const configured =
      name === 'messages'
        ? {
            configured: readWhatsappConfig(deps.env) !== null,
            missing: missingSecrets(deps.env).join(', '),
          }
        : {};
    const hosted = deps.host ? {} : await within(onSupabase(name));
    const facts = { ...stored, ...known, ...configured, ...hosted };
    // Without a credential there is nothing to schedule.
    return name === 'jobs' && readWhatsappConfig(deps.env) === null ? withoutSending(facts) : facts;
  };
  /** Facts that only a hosted project has, or that differ there. */
  const onSupabase = async (name: StatusPartName): Promise<StatusFacts> => {
    if (name === 'backups' || name === 'mail') return { hosted: true };
    if (name === 'version') {
      const { data } = await deps.admin().rpc('newest_migration');
      return {
        commit: deps.env.COMMIT ?? null,
        migration: data as string | null,
        made_for: NEWEST_MIGRATION,
      };
    }
    return name === 'functions' ? { missing: (await missingFunctions(deps)).join(', ') } : {};
  };
  return async (request) => {
    if (request.method === 'OPTIONS') return preflightResponse();
    if (request.method !== 'POST') return jsonResponse(405, { error: 'method_not_allowed' });
    const authorization = request.headers.get('authorization');
    const refused = await within(refusedAccess(deps.client(authorization))).catch(() =>
      jsonResponse(503, { error: 'unavailable' }),
    );
    if (refused) return refused;
    const now = deps.now();
    const parts = STATUS_PARTS.map(async (name) => {
      const facts = await factsOf(authorization, name).catch((error: unknown) => {
        const { code } = error as { code?: string };
        deps.log('error', `${name} could not be asked: ${code ?? 'no answer in time'}`);
        return null;
      });
      return judge(name, facts, now);
    });
    return jsonResponse(200, {
      at: now.toISOString(),
      parts: await Promise.all(parts),
    } satisfies SystemStatus);
  };
}
