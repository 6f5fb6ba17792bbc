/** Texts of the first set-up of a shop. */
export const setupTexts = {
  title: 'Configura tu tienda',
  loading: 'Revisando la dirección…',
  failed: 'No se pudo revisar la dirección.',
  progress: 'Pasos de la configuración',
  step: (place: number, of: number) => `Paso ${place} de ${of}`,
  steps: { cuenta: 'Cuenta', tienda: 'Tienda', horario: 'Horario', whatsapp: 'WhatsApp' },
  later: 'Dejar para después',
  back: 'Volver',
  next: 'Guardar y seguir',
  toDesk: 'Ir al panel',
  toLogin: 'Iniciar sesión',
  toHome: 'Ir al inicio',
  goOn: 'Seguir configurando',

  account: {
    title: 'Tu cuenta de administración',
    intro: 'Con ella entras al panel. A tu equipo lo agregas después.',
    fullName: 'Nombre completo',
    email: 'Correo electrónico',
    password: 'Contraseña',
    passwordHint: 'Al menos 6 caracteres.',
    submit: 'Crear cuenta y seguir',
    submitting: 'Creando la cuenta…',
    offline:
      'No hubo respuesta del servidor. Lo que escribiste sigue aquí: revisa la conexión e inténtalo de nuevo.',
    failed: 'No se pudo crear la cuenta. Lo que escribiste sigue aquí: inténtalo de nuevo.',
    signInLost:
      'La cuenta ya está creada, pero no hubo respuesta al iniciar tu sesión. Revisa la conexión e inténtalo de nuevo.',
    signInRefused:
      'La cuenta ya está creada, con la contraseña que enviaste la primera vez. Inicia sesión con ella para seguir.',
  },

  shop: {
    title: 'Tu tienda',
    intro:
      'Se muestra en el sitio, en las hojas impresas y en los correos. Lo que dejes vacío no se muestra.',
    who: 'Nombre',
    name: 'Nombre de la tienda',
    nameHint: 'Como la conocen tus clientes. En Ajustes puedes agregar uno más largo.',
    address: 'Dirección',
    contact: 'Contacto',
  },
  hours: {
    title: 'Horario de atención',
    intro: 'Te proponemos un horario: cámbialo si el tuyo es otro. Un día sin tramos está cerrado.',
  },
  loadingSettings: 'Cargando los ajustes…',
  settingsFailed: 'No se pudieron cargar los ajustes.',

  whatsapp: {
    title: 'WhatsApp',
    intro:
      'La tienda puede avisar a tus clientes por WhatsApp cada vez que su orden avanza. Puedes conectarlo cuando quieras: mientras tanto, los avisos quedan en espera y no se envía nada.',
    question: '¿Cuándo lo conectas?',
    later: 'Después',
    laterDetail: 'La tienda funciona igual. El estado de la conexión se ve en «Estado».',
    now: 'Ahora',
    nowDetail: 'Te mostramos qué hace falta. Lo hace quien instaló la tienda.',
    needs: 'Qué hace falta',
    list: [
      'Una cuenta de empresa en Meta, con WhatsApp y un número que no se use en otro teléfono.',
      'Las plantillas de mensajes, aprobadas por Meta: sus textos están en Ajustes, «Mensajes», como se registran.',
      'El token permanente, el identificador del número y el secreto de la aplicación.',
      'Esos datos en el servidor, que hay que partir de nuevo. Ajustes, «Mensajes», dice qué variables faltan.',
    ],
    finish: 'Terminar e ir al panel',
  },

  mail: {
    'mail-not-set-up':
      'La tienda todavía no envía correos: tus clientes no pueden registrarse ni recuperar su contraseña. Quien instaló la tienda define SMTP_URL y MAIL_FROM en el servidor y lo parte de nuevo. Mientras tanto, las cuentas se crean en el mesón.',
    'mail-unknown':
      'Todavía no se puede saber si los correos de la tienda llegan. Para probarlo, regístrate con otro correo tuyo cuando termines; si no llega, falta el SMTP del proyecto: lo configura quien instaló la tienda.',
  },

  wrong: {
    title: 'Esta dirección no sirve',
    text: 'Para configurar la tienda hace falta la dirección completa que da el servidor al partir. Sirve una sola vez, y deja de servir cuando el servidor parte de nuevo.',
    how: 'Pide a quien instaló la tienda que parta el servidor otra vez: al terminar muestra la dirección nueva, o el archivo en que está.',
  },
  used: {
    title: 'Esta dirección ya se usó',
    text: 'La cuenta de administración ya está creada. Inicia sesión con ella para seguir.',
    signedIn: 'La cuenta de administración ya está creada, y tu sesión está iniciada.',
  },
  done: {
    title: 'La tienda ya está configurada',
    text: 'Inicia sesión con la cuenta de administración. Lo demás se cambia en Ajustes.',
    signedIn: 'Lo que falte se cambia en Ajustes.',
  },
  signedOut: {
    title: 'Inicia sesión para seguir',
    text: 'La cuenta de administración ya está creada. Entra con ella y sigues donde estabas.',
  },
  otherAccount: {
    title: 'Esta cuenta no puede configurar la tienda',
    text: 'Cierra la sesión y entra con la cuenta de administración.',
  },
} as const;
