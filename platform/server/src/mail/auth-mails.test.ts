import { NEUTRAL_FACTS } from '@taller/shared/config/neutral-facts.ts';
import type { BrandingSection } from '@taller/shared/config/shop-facts.ts';
import { expect, test } from 'vitest';
import { authMail } from './auth-mails.ts';

const LINK = 'https://taller.example/auth/v1/verify?token=a';
const mailOf = (look: BrandingSection) =>
  authMail('signup', 'ana@taller.test', LINK, {
    ...NEUTRAL_FACTS,
    shop: { ...NEUTRAL_FACTS.shop, name: 'Ñandú & Cía.' },
    look,
  }).html;
const logo = (type: 'image/svg+xml' | 'image/png', width: number) => ({
  hash: 'a'.repeat(64),
  type,
  width,
  height: 100,
});

test('CFG-51 CFG-53 a mail has the shop’s colour, and its logo by its address on the site', () => {
  const html = mailOf({ logo: logo('image/png', 400), color: '#b3261e' });
  expect(html).toContain('background:#b3261e;color:#fff');
  expect(html).toContain(
    `<img src="https://taller.example/assets/logo-${'a'.repeat(64)}.png" width="192" height="48" alt="Ñandú &amp; Cía."`,
  );
  expect(mailOf({ logo: logo('image/png', 100), color: null })).toMatch(
    /<img[^>]*><br>Ñandú &amp; Cía\.<\/p>/,
  );
});

test('CFG-53 a mail shows the shop’s name instead of an SVG logo, which mail programs do not show', () => {
  const html = mailOf({ logo: logo('image/svg+xml', 400), color: null });
  expect(html).not.toContain('<img');
  expect(html).toContain('>Ñandú &amp; Cía.</p>');
});
