/** Texts of the second factor. */
export const factorTexts = {
  title: 'Segundo factor',
  intro:
    'Además de la contraseña, al iniciar sesión se pide un código de tu teléfono. Quien sepa tu contraseña no podrá entrar sin él.',
  begin: 'Activar segundo factor',
  beginFailed: 'No pudimos comenzar. Intenta de nuevo.',
  scan: 'Escanea este código con tu aplicación de autenticación (Google Authenticator, Aegis u otra) y escribe el código de 6 dígitos que muestra.',
  qr: 'Código QR para la aplicación de autenticación',
  secret: '¿No puedes escanear? Escribe esta clave en la aplicación:',
  code: 'Código de 6 dígitos',
  codeIncomplete: 'Escribe los 6 dígitos del código.',
  codeRefused: 'El código no es correcto o ya se usó. Espera el siguiente e intenta de nuevo.',
  activate: 'Activar',
  verifying: 'Verificando...',
  active: (since: string) =>
    `Activo desde el ${since}. Se pide el código de tu aplicación al iniciar sesión.`,
  remove: 'Quitar segundo factor',
  added: 'Tu segundo factor está activo.',
  removed: 'Tu segundo factor fue quitado.',
  loadFailed: 'No pudimos revisar tu segundo factor.',
} as const;

/** Texts of the list of open sessions. */
export const sessionTexts = {
  title: 'Dónde tienes la sesión abierta',
  intro: 'Si no reconoces alguna, ciérrala y cambia tu contraseña.',
  thisDevice: 'Este dispositivo',
  unknownBrowser: 'Navegador desconocido',
  browserOn: (browser: string, system: string) => `${browser} en ${system}`,
  address: (address: string) => `IP ${address}`,
  since: (when: string) => `Desde el ${when}`,
  lastUsed: (relative: string) => `Último uso: ${relative}`,
  end: 'Cerrar sesión',
  endOf: (name: string, when: string) => `Cerrar sesión de ${name}, abierta el ${when}`,
  endOthers: 'Cerrar las demás sesiones',
  endQuestion: (name: string) => `¿Cerrar la sesión de ${name}?`,
  endOthersQuestion: '¿Cerrar todas las demás sesiones?',
  endHint: 'Ahí habrá que iniciar sesión de nuevo con tu contraseña.',
  ended: 'La sesión fue cerrada.',
  othersEnded: 'Las demás sesiones fueron cerradas.',
  endFailed: 'No pudimos cerrar la sesión. Intenta de nuevo.',
  loadFailed: 'No pudimos cargar tus sesiones.',
} as const;

/** Changes of the user's own account. */
export const changeTexts = {
  title: 'Cambios en tu cuenta',
  intro: 'Si no reconoces alguno, cambia tu contraseña y avísanos.',
  none: 'No hay cambios.',
  bySelf: 'Desde tu cuenta',
  byShop: 'Por el taller',
  loadFailed: 'No pudimos revisar los cambios de tu cuenta.',
  kinds: {
    role: 'Cambió tu rol',
    name: 'Cambió tu nombre',
    rut: 'Cambió tu RUT',
    rut_proof: 'Cambió la confirmación de tu RUT',
    email: 'Cambió tu correo',
    second_factor: 'Cambió tu segundo factor',
    password: 'Cambió tu contraseña',
  } as Readonly<Record<string, string>>,
} as const;
