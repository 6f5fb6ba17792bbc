/** Texts of a new shop's next steps. */
export const firstStepsTexts = {
  title: 'Lo que sigue',
  hide: 'No mostrar más',
  hidden: 'La lista ya no se muestra.',
  hideFailed: 'No se pudo guardar. Inténtalo de nuevo.',
  done: 'Hecho',
  pending: 'Por hacer',
  shop: { title: 'Completa los datos de tu tienda', text: 'Nombre, dirección, contacto y horario.' },
  order: { title: 'Crea tu primera orden', text: 'Recibe un equipo y mira cómo avanza.' },
  team: { title: 'Agrega a tu equipo', text: 'Cada persona entra con su propia cuenta.' },
  services: { title: 'Revisa servicios y precios', text: 'Son los que ve la gente en tu sitio.' },
} as const;
