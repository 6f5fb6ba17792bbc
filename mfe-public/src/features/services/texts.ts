/** Interface texts of the services page; the shop's own texts are part of its details. */
export const servicesTexts = {
  title: 'Servicios',
  lead: 'Lo que reparamos todas las semanas. Si lo tuyo no aparece, pregunta igual: casi todo tiene arreglo.',
  ask: {
    title: '¿No sabes qué tiene?',
    text: 'No hace falta saberlo. Tráelo, escríbenos o llámanos y partimos por el diagnóstico.',
    quote: 'Cotiza por WhatsApp',
    call: (phone: string) => `Llamar al ${phone}`,
    lookup: 'Consultar mi orden',
  },
} as const;
