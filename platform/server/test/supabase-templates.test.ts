/**
 * The mails of a hosted project (OPS-90): in the repository as `npm run mail-templates` writes them, and in
 * config.toml.
 */
import { readFileSync } from 'node:fs';
import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import { expect, test } from 'vitest';
import { supabaseTemplates } from '../src/mail/supabase-templates.ts';

const read = (file: string) => readFileSync(new URL(`../../../supabase/${file}`, import.meta.url), 'utf8');
const config = read('config.toml');
const templates = supabaseTemplates(NEUTRAL_FACTS);

test('OPS-90 every mail of a hosted project has its file and its Spanish subject in config.toml', () => {
  const kinds = ['confirmation', 'recovery', 'invite', 'magic_link', 'email_change', 'reauthentication'];
  expect(templates.filter(({ section }) => section === 'template').map(({ name }) => name)).toEqual(kinds);
  for (const { section, name, subject, html } of templates) {
    expect([name, read(`templates/${name}.html`)]).toEqual([name, `${html}\n`]);
    const given = config.split(`[auth.email.${section}.${name}]\n`)[1]?.split('\n[')[0];
    expect(given).toContain(`subject = "${subject}"\ncontent_path = "./supabase/templates/${name}.html"`);
  }
  expect(config).toMatch(/\[auth\.email\.smtp\]\nenabled = true\n/);
  expect(config).toContain('max_frequency = "1m"\n');
});

test.each([
  ['confirmation', 'signup'],
  ['recovery', 'recovery'],
  ['invite', 'invite'],
  ['magic_link', 'magiclink'],
  ['email_change', 'email_change'],
])('SEC-81 the link of %s leads to the page that redeems it by a press', (name, type) => {
  const html = templates.find((template) => template.name === name)?.html ?? '';
  expect(html).toContain(
    `href="{{ .SiteURL }}/update-password?token_hash={{ .TokenHash }}&amp;type=${type}"`,
  );
  expect(html).not.toContain('.ConfirmationURL');
});

test('OPS-90 the shop’s name, logo and signature stand in every mail', () => {
  const logo = { hash: 'a'.repeat(64), type: 'image/png' as const, width: 400, height: 100 };
  const facts = {
    ...NEUTRAL_FACTS,
    shop: { ...NEUTRAL_FACTS.shop, name: 'Ñandú & Cía.', fullName: 'Ñandú y Compañía' },
    look: { ...NEUTRAL_FACTS.look, logo },
  };
  for (const { html } of supabaseTemplates(facts)) expect(html).toContain('Ñandú y Compañía');
  for (const { html } of supabaseTemplates(facts).filter(({ section }) => section === 'template'))
    expect(html).toContain('src="{{ .SiteURL }}/assets/logo-');
  expect(supabaseTemplates(facts).find(({ name }) => name === 'reauthentication')?.html).toContain(
    '{{ .Token }}',
  );
});
