import { z } from 'zod';
import { run } from '#src/workspace/run.ts';

const answerSchema = z.object({
  advisories: z.record(
    z.string(),
    z.object({
      module_name: z.string(),
      severity: z.enum(['info', 'low', 'moderate', 'high', 'critical']),
      title: z.string(),
      vulnerable_versions: z.string(),
      url: z.string(),
    }),
  ),
});

/**
 * Security advisories of the registry for the installed versions, as Spanish lines; undefined if the registry is
 * unreachable.
 */
export async function knownVulnerabilities(packageManager: string): Promise<string[] | undefined> {
  const { output } = await run('npx', ['-y', packageManager, 'audit', '--prod', '--json'], { quiet: true });
  const start = output.indexOf('{\n');
  const answer = start < 0 ? undefined : answerSchema.safeParse(toJson(output.slice(start)));
  if (!answer?.success) return undefined;
  return Object.values(answer.data.advisories)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map((found) => `${found.module_name} ${found.vulnerable_versions}: ${found.title} (${found.url})`);
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
