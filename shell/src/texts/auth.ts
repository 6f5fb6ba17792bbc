const EXPIRED = 'El enlace para restablecer tu contraseña es inválido o ha expirado.';

/** All texts of the sign-in screens. */
export const authTexts = {
  loginTitle: 'Iniciar Sesión',
  loginIntro: 'Entra para ver tus órdenes y tus citas.',
  registerTitle: 'Crear cuenta',
  registerIntro: 'Con tu cuenta sigues cada reparación y respondes tus presupuestos.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  passwordHint: 'Mínimo 6 caracteres.',
  fullName: 'Nombre completo',
  rut: 'RUT',
  phone: 'Teléfono',
  phoneHint: 'El mismo que dejaste en el taller: así encontramos tus órdenes.',
  signIn: 'Iniciar Sesión',
  signingIn: 'Ingresando...',
  consent: 'Al registrarte aceptas que guardemos estos datos.',
  privacy: 'Cómo los tratamos',
  register: 'Registrarse',
  registering: 'Registrando...',
  forgot: '¿Olvidaste tu contraseña?',
  noAccount: '¿No tienes cuenta?',
  toRegister: 'Regístrate',
  haveAccount: '¿Ya tienes cuenta?',
  toLogin: 'Inicia sesión',
  registered: 'Registro exitoso. Por favor, revisa tu correo para confirmar tu cuenta.',
  emailChanged: 'Tu correo nuevo está confirmado. Desde ahora entras con él.',
  emailHalfChanged: 'Listo. Falta abrir el enlace que enviamos al otro correo de tu cuenta.',
  otherAccountTitle: 'Hay otra sesión abierta',
  otherAccount: (link: string, open: string) =>
    `El enlace del correo es de la cuenta ${link}. En este navegador está abierta la cuenta ${open}.`,
  otherAccountHint: 'Si sigues con la cuenta del enlace, la otra sesión se cierra en este navegador.',
  continueWith: (email: string) => `Seguir con ${email}`,
  stayWith: (email: string) => `Quedarme con ${email}`,
  accountOfLink: (email: string) => `Cuenta: ${email}`,
  refused: 'El servidor no aceptó la solicitud.',
  sessionKept: 'Tu sesión sigue abierta: volverás a entrar en cuanto responda.',
  sessionEnded: 'Tu sesión terminó. Inicia sesión para continuar.',
  draftsKept: 'Lo que habías escrito sigue guardado en esta pestaña.',
  codeTitle: 'Segundo factor',
  codeIntro: 'Abre tu aplicación de autenticación y escribe el código de 6 dígitos de este sitio.',
  code: 'Código de verificación',
  codeWrong: 'Escribe los 6 dígitos del código.',
  verify: 'Verificar',
  verifying: 'Verificando...',
  backToPassword: 'Entrar con otra cuenta',
  codeLost:
    'Si perdiste el teléfono, pide a otro administrador que quite tu segundo factor. Si no hay otro, quien opera el servidor puede abrir tu cuenta.',
  unexpected: 'Ocurrió un error inesperado',
  serverSays: 'Respuesta del servidor:',
  forgotTitle: 'Recuperar contraseña',
  forgotIntro: 'Escribe tu correo y te enviaremos un enlace para elegir una contraseña nueva.',
  sendLink: 'Enviar Enlace de Recuperación',
  sending: 'Enviando...',
  linkSent:
    'Si el correo existe, se ha enviado un enlace para restablecer tu contraseña. Revisa tu bandeja de entrada.',
  backToLogin: 'Volver a iniciar sesión',
  updateTitle: 'Nueva contraseña',
  updateIntro: 'Elige una contraseña nueva para tu cuenta.',
  currentPassword: 'Contraseña actual',
  newPassword: 'Nueva contraseña',
  confirmPassword: 'Confirmar contraseña',
  updatePassword: 'Actualizar Contraseña',
  updating: 'Actualizando...',
  updated: 'Tu contraseña fue actualizada.',
  invited: 'Tu cuenta está lista.',
  linkExpired: EXPIRED,
  askAgain: 'Pedir un enlace nuevo',
  loading: 'Cargando...',
  asideTitle: 'Tu equipo, en buenas manos',
  asidePoints: [
    'Mira en qué va tu reparación, paso a paso.',
    'Aprueba o rechaza tu presupuesto desde el celular.',
    'Agenda tus citas en tu calendario.',
  ],
} as const;

const NEWEST = 'Si pediste varios, usa el del último correo.';

/** A mailed link, by its kind: what pressing does, and what to do when it is no longer valid. */
export const linkTexts = {
  signup: {
    title: 'Confirma tu cuenta',
    intro: 'Falta poco para que veas tus órdenes.',
    text: 'Confirma que este correo es tuyo. Después eliges la contraseña con que entrarás.',
    press: 'Confirmar mi correo',
    refused: `El enlace de confirmación es inválido o ha expirado. Si ya confirmaste tu cuenta, inicia sesión. ${NEWEST}`,
  },
  invite: {
    title: 'Activa tu cuenta',
    intro: 'La tienda creó una cuenta para ti.',
    text: 'Activa tu cuenta. Después eliges la contraseña con que entrarás.',
    press: 'Activar mi cuenta',
    refused: 'La invitación es inválida o ha expirado. Pide otra en la tienda.',
  },
  recovery: {
    title: authTexts.updateTitle,
    intro: authTexts.updateIntro,
    text: 'Pediste cambiar la contraseña de tu cuenta. Si no fuiste tú, cierra esta página: nada cambia.',
    press: 'Elegir una contraseña nueva',
    refused: `${EXPIRED} ${NEWEST}`,
  },
  magiclink: {
    title: authTexts.loginTitle,
    intro: authTexts.loginIntro,
    text: 'Con este enlace entras a tu cuenta y eliges una contraseña nueva.',
    press: 'Entrar a mi cuenta',
    refused: `El enlace es inválido o ha expirado. ${NEWEST}`,
  },
  email_change: {
    title: 'Confirma tu nuevo correo',
    intro: 'Así entrarás a tu cuenta con él.',
    text: 'Pediste cambiar el correo de tu cuenta. Si no fuiste tú, cierra esta página: nada cambia.',
    press: 'Confirmar el cambio',
    refused: `El enlace es inválido o ha expirado. ${NEWEST}`,
  },
} as const;

/** The authentication server's messages by their codes; one that is missing here is shown as it comes (AUTH-04). */
export const authErrorTexts: Readonly<Record<string, string>> = {
  invalid_credentials: 'El correo o la contraseña no son correctos.',
  email_not_confirmed: 'Aún no confirmas tu cuenta. Revisa el correo que te enviamos al registrarte.',
  user_already_exists: 'Ya existe una cuenta con ese correo.',
  email_exists: 'Ya existe una cuenta con ese correo.',
  weak_password: 'La contraseña es demasiado fácil de adivinar. Prueba con una más larga.',
  same_password: 'La contraseña nueva debe ser distinta de la anterior.',
  over_email_send_rate_limit:
    'Se pidieron varios correos seguidos y no se enviará otro todavía. Espera unos minutos e intenta de nuevo.',
  otp_expired: 'El enlace es inválido o ha expirado. Pide otro.',
  // The answer of a shop without SMTP, and of a hosted project without its own to all but its team.
  email_address_not_authorized:
    'La tienda todavía no envía correos. Pide en el mesón que te creen la cuenta, o llámanos.',
  over_request_rate_limit: 'Hubo demasiados intentos. Espera unos minutos e intenta de nuevo.',
  email_address_invalid: 'Ese correo no puede recibir mensajes. Revisa que esté bien escrito.',
  validation_failed: 'Alguno de los datos no es válido. Revísalos e intenta de nuevo.',
  current_password_required: 'El enlace sirve por cinco minutos. Pide uno nuevo.',
  current_password_invalid: 'La contraseña actual no es correcta.',
  reauthentication_needed: 'Por seguridad, cierra tu sesión, inicia una nueva y vuelve a intentarlo.',
  session_not_found: 'Tu sesión terminó. Pide un enlace nuevo.',
  unavailable: 'El servidor no pudo responder. Espera un momento e intenta de nuevo.',
  unreadable: 'La respuesta del servidor no se pudo leer. Espera un momento e intenta de nuevo.',
  unexpected_failure: 'El servidor no pudo responder. Espera un momento e intenta de nuevo.',
  insufficient_aal: 'Tu cuenta tiene un segundo factor: escribe primero su código.',
  mfa_verification_failed:
    'El código no es correcto o ya se usó. Espera el siguiente en tu aplicación e intenta de nuevo.',
  mfa_challenge_expired: 'El código tardó demasiado. Intenta de nuevo con el que muestra tu aplicación.',
  mfa_factor_not_found: 'Tu segundo factor ya no existe. Inicia sesión de nuevo.',
  offline: 'No hay conexión con el servidor. Revisa tu internet e intenta de nuevo.',
};

/** Errors of a request for a new password, whose account exists already. */
export const recoveryErrorTexts: Readonly<Record<string, string>> = {
  email_address_not_authorized:
    'La tienda todavía no envía correos: el enlace no puede llegarte. Llámanos o pregunta en el mesón.',
};
