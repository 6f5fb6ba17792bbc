/** The shell's texts; titles and labels of screens are in the list of screens. */
export const es = {
  header: {
    skip: 'Saltar al contenido',
    mainNavigation: 'Principal',
    signOut: 'Cerrar Sesión',
    menu: 'Menú',
  },
  footer: {
    contact: 'Contacto',
    schedule: 'Horario',
    social: 'Síguenos',
    payments: 'Medios de pago',
    rights: 'Todos los derechos reservados.',
  },
  dashboard: {
    panelOf: (role: string) => `Panel de ${role}`,
    myPanel: 'Mi Panel',
    sections: 'Secciones del panel',
  },
  remote: {
    loading: 'Cargando...',
    failed: 'No pudimos mostrar esta parte del sitio.',
    hints: {
      offline: 'No hay conexión a internet: intenta de nuevo cuando vuelva.',
      load: 'No llegó del servidor: revisa tu conexión e intenta de nuevo. El resto del sitio sigue funcionando.',
      gone: 'Su archivo no está en el servidor; puede haber una versión nueva: vuelve a cargar la página y, si sigue, avisa con el nombre de abajo. El resto del sitio sigue funcionando.',
      changed:
        'Un archivo no es el que se publicó y no se usó: intenta de nuevo en unos minutos y, si sigue, avisa con el nombre de abajo. El resto del sitio sigue funcionando.',
      unfit:
        'Se está publicando una versión nueva: intenta de nuevo en unos minutos. El resto del sitio sigue funcionando.',
      error:
        'Tiene una falla: intenta de nuevo y, si sigue, avisa con el nombre de abajo. El resto del sitio sigue funcionando.',
    },
    retry: 'Reintentar',
  },
  crash: {
    title: 'Algo salió mal',
    hint: 'Recarga la página para continuar. No se perdió nada de lo guardado.',
    reload: 'Recargar',
  },
  connection: {
    lost: 'Sin conexión con el servidor. Reintentando...',
    offline: 'Sin conexión a internet. Lo que ves puede no estar al día.',
  },
  unknownAddress: 'Esa dirección no existe: puede tener un error o haber cambiado.',
  denied: 'Acceso no autorizado.',
  deniedHint: 'Tu cuenta no tiene permiso para ver esta sección.',
  backHome: 'Volver al inicio',
} as const;
