/** Texts of 'Mi Perfil'. */
export const profileTexts = {
  title: 'Mi Perfil',
  intro: 'Estos son los datos que tenemos de ti.',
  fullName: 'Nombre completo',
  rut: 'RUT',
  rutConfirmed: 'Confirmado',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  address: 'Dirección',
  edit: 'Editar Perfil',
  rutFixed: 'El RUT no se puede cambiar. Si está mal escrito, avísanos en el mesón.',
  emailFixed: 'El correo es el de tu cuenta y no se cambia aquí.',
  saved: 'Guardamos tus datos.',
  noUser: 'No hay un usuario autenticado.',
  saveFailed: 'Ocurrió un error al guardar los datos.',
  loadFailed: 'No pudimos cargar tu perfil.',
  changePassword: 'Cambiar contraseña',
} as const;
