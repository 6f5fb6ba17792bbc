/** Texts of the users screen. */
export const userTexts = {
  title: 'Usuarios',
  add: 'Nuevo usuario',
  search: 'Buscar por nombre, correo, RUT o teléfono',
  staff: 'Equipo',
  customers: 'Clientes',
  loading: 'Cargando...',
  loadFailed: 'No se pudieron cargar los usuarios.',
  noStaff: 'Todavía no hay nadie en el equipo.',
  noStaffFound: 'Nadie del equipo coincide con la búsqueda.',
  noCustomers: 'No hay clientes registrados.',
  noCustomersFound: 'Ningún cliente coincide con la búsqueda.',
  customerPages: 'Páginas de clientes',

  columns: {
    name: 'Nombre',
    email: 'Correo electrónico',
    rut: 'RUT',
    phone: 'Teléfono',
    role: 'Rol',
    since: 'Desde',
    actions: 'Acciones',
  },
  you: 'Tú',
  noName: 'Sin nombre',
  rutConfirmed: 'RUT confirmado',
  edit: (name: string) => `Editar a ${name}`,
  remove: (name: string) => `Eliminar a ${name}`,
  ownAccount: 'No puedes eliminar tu propia cuenta',

  form: {
    addTitle: 'Nuevo usuario',
    addText: 'Podrá entrar de inmediato con el correo y la contraseña que escribas aquí.',
    editTitle: 'Editar usuario',
    fullName: 'Nombre completo',
    email: 'Correo electrónico',
    password: 'Contraseña',
    passwordHint: 'Al menos 6 caracteres.',
    rut: 'RUT',
    phone: 'Teléfono',
    role: 'Rol',
    chooseRole: 'Elige un rol',
    ownRole: 'Si cambias tu propio rol, dejarás de ver esta pantalla.',
    promote:
      'Con un rol del equipo, esta cuenta verá todas las órdenes. Su contraseña y sus sesiones terminan: elegirá otra con una invitación.',
    fixed: 'No se puede cambiar.',
    create: 'Crear usuario',
    creating: 'Creando...',
    save: 'Guardar',
    saving: 'Guardando...',
  },

  created: (name: string) => `${name} ya puede iniciar sesión.`,
  saved: 'Usuario actualizado.',
  deleted: 'Usuario eliminado.',
  createFailed: 'No se pudo crear el usuario',
  updateFailed: 'No se pudo guardar el usuario',
  deleteFailed: 'Error al eliminar usuario.',

  reasons: {
    taken: 'Ya existe una cuenta con ese correo.',
    offline: 'No hay conexión. Vuelve a intentarlo: no quedará duplicado.',
    gone: 'La cuenta ya no existe.',
    forbidden: 'Acceso no autorizado.',
  },

  confirm: {
    title: (name: string) => `¿Eliminar a ${name}?`,
    text: (email: string) =>
      `La cuenta ${email} dejará de existir y su sesión se cerrará. Las órdenes en que participó se conservan.`,
    action: 'Eliminar',
  },
} as const;
