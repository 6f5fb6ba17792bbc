/** The shop's templates are those that the provider has approved (MSG-01). */
import { startTestServer } from '@taller/server/testing/start-test-server.ts';
import { APPROVED_TEMPLATES } from '@taller/server/whatsapp-simulator/templates.ts';
import { expect, test } from 'vitest';

test('MSG-01 each template of the shop has the text that the simulated provider approved', async () => {
  await using server = await startTestServer();
  const templates = await server.sql<{ template: string; body: string }[]>`
    select distinct template, body from public.whatsapp_templates`;
  expect(Object.fromEntries(templates.map(({ template, body }) => [template, body]))).toEqual(
    APPROVED_TEMPLATES,
  );
});
