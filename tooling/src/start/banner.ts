import { DEMO_PASSWORD, DEMO_REPORT_PIN } from '../../../supabase/seed/accounts.ts';
import { DEMO_ACCOUNTS } from '#src/start/demo-accounts.ts';
import type { CreatedAdmin } from '#src/start/first-admin.ts';

/** Message when the demo shop is ready. */
export function demoBanner(url: string): string {
  return [
    '',
    `✓ Tienda de demostración lista en ${url}`,
    '',
    `  Cuentas (contraseña: ${DEMO_PASSWORD}):`,
    ...DEMO_ACCOUNTS.map(([email, role]) => `    ${email.padEnd(24)} ${role}`),
    `  PIN de los informes: ${DEMO_REPORT_PIN}`,
    '',
    `  Correos enviados:     ${url}/_dev/mails`,
    `  Mensajes de WhatsApp: ${url}/_dev/whatsapp`,
    '',
    '  Ctrl-C para detener. Los datos se conservan.',
  ].join('\n');
}

/** Message when a real shop is ready. A generated password is shown only here. */
export function shopBanner(url: string, admin: CreatedAdmin | undefined): string {
  const lines = ['', `✓ Tienda lista en ${url}`, ''];
  if (admin) {
    lines.push(`  Administrador creado: ${admin.email}`);
    if (admin.generatedPassword !== undefined) {
      lines.push(`  Contraseña (se muestra solo esta vez): ${admin.generatedPassword}`);
    }
    lines.push('');
  }
  return [...lines, '  Ctrl-C para detener. Los datos se conservan.'].join('\n');
}
