/**
 * The texts of the shop's messages: those that the provider has approved, with the names of their variables (MSG-01).
 */
import { startTestServer, type TestServer } from '@taller/server/testing/start-test-server.ts';
import { APPROVED_LANGUAGE, approvedTemplates } from '@taller/server/whatsapp-simulator/check-request.ts';
import { MESSAGE_EVENTS, ORDER_MESSAGES } from '@taller/shared/settings/message-variables.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('MSG-01 each template of a new shop has the text that the simulated provider approved', async () => {
  const templates = await server.sql<{ template: string; body: string }[]>`
    select distinct m.setting ->> 'template' as template, private.numbered_text(e.event, m.setting ->> 'text') as body
    from unnest(${[...MESSAGE_EVENTS]}::text[]) as e (event), private.message_setting(e.event) as m (setting)`;
  const [words] = await server.sql<[{ tienda: string; sitio: string }]>`
    select (select value ->> 'name' from public.setting_sections where section = 'shop') as tienda,
      (select value ->> 'site_url' from public.setting_sections where section = 'data') as sitio`;
  expect(new Map(templates.map(({ template, body }) => [template, body]))).toEqual(approvedTemplates(words));
});

test('MSG-29 each message of a new shop names the shop and has a link, and no template begins or ends with a variable', async () => {
  const words = { tienda: 'Taller Ancla', sitio: 'https://ancla.example' };
  for (const [template, text] of approvedTemplates(words)) {
    expect(text, template).toContain('Taller Ancla');
    expect(text, template).toMatch(
      {
        order_quoted: /recházalo en \{\{4\}\} /,
        order_photos: /Míralas en \{\{2\}\} /,
        quote_reminder: /respóndenos en \{\{2\}\} /,
      }[template] ?? /https:\/\/ancla\.example /,
    );
    // The provider refuses such templates, also with a full stop after the variable.
    expect(text, template).not.toMatch(/^\{\{|\}\}[\s.!:–]*$/);
  }
});

test('MSG-01 a new shop sends in the language that the simulated provider approved', async () => {
  const [row] = await server.sql`
    select value ->> 'language' as language from public.setting_sections where section = 'messages'`;
  expect(row?.language).toBe(APPROVED_LANGUAGE);
});

test.each(MESSAGE_EVENTS)(
  'CFG-57 the database has a value for each variable of message %s in the interface, in its order',
  async (event) => {
    const [row] = await server.sql`select private.message_variables(${event}) as names`;
    expect(row?.names).toEqual(ORDER_MESSAGES[event].variables);
    const text = ORDER_MESSAGES[event].variables
      .map((name) => `{{${name}}}`)
      .toReversed()
      .join(' ');
    const [filled] = await server.sql`
      select private.numbered_text(${event}, ${text}) as body,
        array_agg(private.message_value(o, ${event}, u.name) order by u.place) as params
      from (select (jsonb_populate_record(null::public.service_orders, '{"order_number": 7}')).*) as o,
        private.used_variables(${event}, ${text}) as u`;
    const numbers = ORDER_MESSAGES[event].variables.map((_, at) => `{{${at + 1}}}`);
    expect(filled?.body).toBe(numbers.toReversed().join(' '));
    expect(filled?.params).toHaveLength(numbers.length);
    expect(filled?.params).not.toContain(null);
  },
);
