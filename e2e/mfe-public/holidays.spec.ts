/** Holidays on the public pages. */
import { expect, test } from '../support/fixtures.ts';

test('CFG-41 the landing is closed on a holiday, names it two weeks ahead, and its week says that holidays are closed', async ({
  page,
}) => {
  // A Tuesday.
  await page.clock.setFixedTime('2026-12-08T15:00:00Z');
  await page.goto('/');
  const contact = page.getByRole('region', { name: 'Ven a vernos' });
  await expect(contact).toContainText(/Cerrado\s*Abre mañana a las 09:30/);
  await expect(contact).toContainText('Martes 8 de diciembre: cerrado por Inmaculada Concepción');
  await expect(contact).toContainText(/Feriados\s*Cerrado/);
  await page.clock.setFixedTime('2026-12-09T15:00:00Z');
  await page.reload();
  await expect(contact).toContainText(/Abierto ahora\s*Hasta las 19:00/);
  await expect(contact).not.toContainText('8 de diciembre');
  const linked = await page.locator('script[type="application/ld+json"]').textContent();
  const { specialOpeningHoursSpecification: special } = JSON.parse(linked ?? '') as {
    specialOpeningHoursSpecification: object[];
  };
  expect(special[0]).toMatchObject({ opens: '00:00', closes: '00:00' });
});
