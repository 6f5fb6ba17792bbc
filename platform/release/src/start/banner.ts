import { DEMO_PASSWORD, DEMO_REPORT_PIN } from '../../../../supabase/seed/accounts.ts';
import { DEMO_ACCOUNTS } from '#src/start/demo-accounts.ts';
import type { FirstStart } from '#src/start/first-admin.ts';

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

/** The file of an address that must not be printed. */
export interface KeptAddress {
  readonly file: string;
}

/**
 * Message when a real shop is ready. A generated password is shown only here.
 * @param kept where the address is instead of here, since this output may be stored.
 */
export function shopBanner(url: string, first: FirstStart, kept?: KeptAddress): string {
  const lines = ['', `✓ Tienda lista en ${url}`, ''];
  return [...lines, ...firstLines(first, kept), '  Ctrl-C para detener. Los datos se conservan.'].join('\n');
}

function firstLines(first: FirstStart, kept: KeptAddress | undefined): string[] {
  if (first.kind === 'address') {
    const address = kept
      ? [`    ${kept.file}`, '    (un archivo que solo puede leer su dueño)']
      : [`    ${first.address}`];
    return [
      '  Esta tienda todavía no tiene administrador. Para configurarla abre en tu navegador la dirección:',
      '',
      ...address,
      '',
      '  Sirve para crear una sola cuenta, y deja de servir cuando el servidor parte de nuevo y da otra.',
      '',
    ];
  }
  if (first.kind === 'ready')
    return first.fileUnused
      ? ['  La tienda ya estaba configurada: el archivo de --setup no se aplicó.', '']
      : [];
  return [
    `  Administrador creado: ${first.email}`,
    ...(first.generatedPassword === undefined
      ? []
      : [`  Contraseña (se muestra solo esta vez): ${first.generatedPassword}`]),
    ...(first.sections === undefined ? [] : [`  Secciones de los ajustes aplicadas: ${first.sections}`]),
    '',
  ];
}
