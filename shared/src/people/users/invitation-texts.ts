/** Texts of the link with which the shop hands an account over. */
export const invitationTexts = {
  open: 'Enlace de invitación',
  title: 'Enlace de invitación',
  text: (name: string) =>
    `Con este enlace ${name} elige su contraseña y entra. Sirve una vez, por siete días; entrégaselo en persona o por un canal seguro.`,
  make: 'Crear enlace',
  link: 'Enlace',
  copy: 'Copiar enlace',
  copied: 'Enlace copiado.',
  notCopied: 'No se pudo copiar. Selecciona el enlace y cópialo.',
  send: 'Por WhatsApp',
  message: (shop: string, link: string) =>
    `Hola, somos ${shop}. Con este enlace eliges tu contraseña y ves tus órdenes: ${link}`,
  failed: 'No se pudo crear el enlace. Inténtalo de nuevo.',
  reasons: {
    offline: 'No hay conexión. Vuelve a intentarlo: no quedará duplicado.',
    forbidden: 'Acceso no autorizado.',
    'not-found': 'La cuenta ya no existe.',
  },
} as const;
