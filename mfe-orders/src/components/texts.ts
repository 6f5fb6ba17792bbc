/** Texts used by several features of this remote. */
export const commonTexts = {
  loading: 'Cargando...',
  saving: 'Guardando...',
  call: 'Llamar',
  callTo: (phone: string) => `Llamar al ${phone}`,
  whatsapp: 'Escribir por WhatsApp',
  whatsappTo: (phone: string) => `Escribir por WhatsApp al ${phone}`,
} as const;
