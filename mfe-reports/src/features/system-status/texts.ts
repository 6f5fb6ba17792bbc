import type {
  StatusLevel,
  StatusPartName,
  StatusReason,
} from '@taller/shared/system-status/system-status.ts';
import type { SiteChange } from '@taller/shared/system-status/site-control.ts';

/** A part in a sentence. */
const nameOf = (part: string) => (part === 'shell' ? 'el shell' : part);

/** Texts of 'Estado'. A separate module: the reports do not load it. */
export const statusTexts = {
  title: 'Estado',
  description:
    'Cómo está la instalación y qué hacer con lo que no está bien. Se actualiza sola cada 30 segundos.',
  asOf: (time: string) => `Consultado: ${time}`,
  refresh: 'Actualizar',
  loading: 'Consultando el estado…',
  loadFailed: 'No se pudo consultar el estado.',
  loadFailedHint:
    'Si la base de datos no responde, revisa en el servidor que el servicio esté corriendo y que el disco no esté lleno; vuelve sola en unos segundos. En Supabase, revisa también que la función system-status esté publicada: supabase functions deploy --use-api.',
  stale: 'No se pudo actualizar: lo que ves es de la última consulta.',
  summary: {
    ok: 'Todo está bien.',
    attention: (names: string) => `Pide atención: ${names}.`,
    failure: (names: string) => `Con falla: ${names}.`,
  },
  levels: {
    ok: 'Bien',
    attention: 'Atención',
    failure: 'Falla',
    unknown: 'Sin datos',
  } satisfies Record<StatusLevel, string>,
  parts: {
    database: 'Base de datos',
    disk: 'Disco',
    backups: 'Respaldos',
    messages: 'Mensajes de WhatsApp',
    mail: 'Correos',
    jobs: 'Tareas programadas',
    realtime: 'Avisos en vivo',
    retention: 'Plazos de datos personales',
    remotes: 'Partes del sitio',
    functions: 'Funciones del servidor',
    version: 'Versión',
  } satisfies Record<StatusPartName, string>,
  partFailures: {
    title: 'Fallas en los navegadores',
    description:
      'Lo que no funcionó a quienes usan el sitio, por parte y versión, en los últimos 30 días. No se guarda a quién le pasó.',
    none: 'Ninguna.',
    loading: 'Cargando las fallas…',
    loadFailed: 'No se pudieron cargar las fallas.',
    seen: 'Se vio en pantalla',
    times: (count: number, last: string) =>
      count === 1 ? `1 vez, ${last}` : `${count} veces, la última ${last}`,
    trace: 'Dónde ocurrió',
    traceHint: 'Con estas líneas en un archivo, el servidor dice en qué parte del código está:',
  },
  builds: {
    title: 'Versiones',
    description: 'Qué versión de cada parte del sitio se ve y desde cuándo.',
    columns: {
      build: 'Parte y versión',
      since: 'Desde',
    },
    at: (host: string) => `en ${host}`,
    madeFrom: (source: string) => `de ${source}`,
    none: '–',
    loading: 'Cargando las versiones…',
    loadFailed: 'No se pudieron cargar las versiones.',
    byCommand: 'Volver a la versión anterior de una parte, en el servidor:',
    shell: (build: string, since: string, source: string) =>
      `Lo que rodea a las partes (shell): versión ${build}${source && `, ${source}`}, desde el ${since}.`,
  },
  site: {
    column: 'Cambiar',
    backButton: 'Volver a la anterior',
    backOf: (part: string, build: string) => `Volver a la anterior: ${part}, versión ${build}`,
    backTitle: (part: string, build: string) => `¿Devolver ${nameOf(part)} a la versión ${build}?`,
    backText: (from: string, to: string, isShell: boolean) =>
      `Desde su próxima página, todos ven ${to} en vez de ${from}. ` +
      'Si tiene Chromium, el servidor la abre antes y comprueba que se muestre' +
      `${isShell ? ', con todas sus pantallas' : ''}: toma ${isShell ? 'hasta dos minutos' : 'unos segundos'}.`,
    back: 'Volver',
    backDone: (part: string, build: string) =>
      `Ahora todos ven la versión ${build} ${part === 'shell' ? 'del shell' : `de ${part}`}.`,
    skipped: (build: string) => `La versión ${build} no se mostraba, por eso volvió una anterior.`,
    notOpened: 'No se abrió antes para comprobarla: este servidor no tiene Chromium.',
    noAnswer:
      'El servidor no respondió, y el cambio puede estar en curso. Presiona de nuevo: se hace una sola vez.',
    unknownEnd:
      'No se sabe si el cambio terminó. Mira en la lista qué versión se ve; si hace falta, presiona de nuevo.',
    previews: 'Vistas previas',
    previewsText:
      'Versiones que solo ve quien tiene su enlace, con sus propios permisos, hasta que venzan o se cierren.',
    noPreviews: 'No hay ninguna. Se publica una con:',
    elsewhere: 'Este servidor no guarda el sitio. Las vistas previas se ven con:',
    expires: (when: string) => `vence ${when}`,
    copy: 'Copiar enlace',
    copyOf: (label: string) => `Copiar enlace de ${label}`,
    copied: 'Enlace copiado. Quien lo tenga ve esa versión.',
    notCopied: 'El navegador no dejó copiar: abre la vista previa y copia su dirección.',
    close: 'Cerrar',
    closeOf: (label: string) => `Cerrar la vista previa de ${label}`,
    closeTitle: (label: string) => `¿Cerrar la vista previa de ${label}?`,
    closeText: 'Su enlace deja de servir: quien lo abra ve el sitio como está para todos.',
    closed: 'Vista previa cerrada.',
    loading: 'Cargando las publicaciones…',
    loadFailed: 'No se pudieron cargar las vistas previas.',
    changes: 'Cambios hechos desde esta página',
    asked: {
      back: (part: string, build: string) => `dejar ${nameOf(part)} ${build}.`,
      'close-preview': (part: string, build: string) => `cerrar la vista previa de ${part} ${build}.`,
    } satisfies Record<SiteChange['action'], (part: string, build: string) => string>,
    nowSeen: (build: string) => `Todos ven ${build}.`,
    refused: (why: string) => `No se hizo: ${why}`,
    noEnd: 'En curso, o no se sabe cómo terminó.',
  },
  facts: {
    size: 'Tamaño',
    connections: 'Conexiones',
    of: (part: string, whole: string) => `${part} de ${whole}`,
    version: 'PostgreSQL',
    checksums: 'Sumas de control',
    on: 'Activas',
    off: 'Desactivadas',
    free: 'Libre',
    lastBackup: 'Último respaldo',
    lastTest: 'Última prueba de restauración',
    none: 'Sin respaldos configurados',
    never: 'Nunca',
    queued: 'En cola',
    failed: 'Fallidos (7 días)',
    oldest: 'El más antiguo espera desde',
    lastRun: 'Última vez',
    configured: 'WhatsApp',
    yes: 'Configurado',
    no: 'Sin configurar',
    subscribers: 'Pantallas conectadas',
    lastEvent: 'Último cambio',
    removed: 'Datos borrados (30 días)',
    commit: 'Revisión',
    migration: 'Migración',
    node: 'Node',
    up: 'Funciona desde',
    notYet: 'Todavía no',
    failures: (count: number) => (count === 1 ? '1 falla en un día' : `${count} fallas en un día`),
    missing: 'No se puede cargar',
    notDeployed: 'Sin publicar',
    mail: 'Envío',
    mailShown: 'Se muestran en el simulador',
    lastSent: 'Último enviado',
    lastFailed: 'Última falla',
    lastAsked: 'Último pedido',
    lastConfirmed: 'Última cuenta confirmada por correo',
  },
  mailFailures: {
    login: 'el servidor de correo no aceptó el usuario o la contraseña',
    'no-answer': 'no hubo conexión con el servidor de correo',
    refused:
      'el servidor de correo no aceptó el mensaje: puede ser la dirección de quien lo recibe, o el remitente',
    other: 'el motivo está en el registro del servidor',
  } as Readonly<Record<string, string>>,
  jobs: {
    'send-messages': 'Envío de mensajes',
    'account-notices': 'Avisos de cambios de cuentas',
    'device-codes': 'Claves de equipos',
    'seal-device-codes': 'Cifrado de claves de equipos',
    'purge-device-codes': 'Borrado de claves de equipos',
    retention: 'Plazos de datos personales',
    backups: 'Respaldo',
  } as Readonly<Record<string, string>>,
  todo: {
    ok: '',
    'no-answer':
      'No respondió a tiempo: revisa el registro del servidor; si se repite, reinicia el servicio.',
    'not-here': 'Esta instalación no puede saberlo desde aquí: míralo en el panel del proveedor.',
    'checksum-failures': 'Hay datos dañados en el disco: haz un respaldo ahora y cambia de disco.',
    'connections-high': 'Quedan pocas conexiones: revisa qué otros programas usan la base y ciérralos.',
    'checksums-off': 'Los daños del disco no se notarían: crea la base de nuevo a partir de un respaldo.',
    'disk-full': 'La base está por detenerse: libera espacio ahora.',
    'disk-low': 'Libera espacio o agranda el disco antes de que se llene.',
    'no-backup': 'Configura el respaldo diario: si el disco falla hoy, se pierde todo (docs/backup.md).',
    'backup-failed':
      'El último respaldo falló: revisa el espacio y el registro del servidor, y haz uno ahora.',
    'backup-old': 'El último respaldo tiene más de dos días: revisa la tarea y haz uno ahora.',
    'test-failed': 'El último respaldo no se pudo restaurar: haz otro y pruébalo.',
    'test-missing': 'Prueba restaurar un respaldo: hace más de un mes que nadie lo comprueba.',
    'not-configured': 'Los mensajes quedan en cola: configura la credencial de WhatsApp (docs/whatsapp.md).',
    'messages-stuck': 'Hay mensajes que no salen: revisa la credencial de WhatsApp y la tarea de envío.',
    'messages-failed': 'Hay mensajes que no llegaron: míralos en Mensajes y llama a esos clientes.',
    'mail-not-set-up':
      'La tienda no envía correos: tus clientes no pueden registrarse ni recuperar su contraseña. Define SMTP_URL y MAIL_FROM en el servidor y pártelo de nuevo (docs/deploy.md). Mientras tanto, crea las cuentas en el mesón y entrega su enlace.',
    'mail-failing':
      'El último correo no salió: revisa SMTP_URL y MAIL_FROM, y pruébalo con «¿Olvidaste tu contraseña?».',
    'mail-never':
      'Está configurado, pero todavía no ha salido ningún correo: pruébalo con «¿Olvidaste tu contraseña?».',
    'mail-unknown':
      'No se puede saber si los correos llegan: nadie ha confirmado su cuenta por correo. Regístrate con un correo tuyo para probarlo; sin SMTP propio, el proyecto solo escribe a su equipo (docs/deploy.md).',
    'jobs-failing': 'Una tarea falló: búscala en el registro del servidor.',
    'jobs-late':
      'Una tarea no corrió cuando debía: reinicia el servicio o, en Supabase, revisa que esté programada (docs/deploy.md).',
    'retention-late': 'El borrado por plazos no ha corrido en el último día: revisa la tarea.',
    'remotes-missing':
      'Una parte del sitio no se puede cargar: publícala de nuevo o vuelve a la versión anterior.',
    'site-behind':
      'El sitio no se pudo armar con los datos actuales de la tienda: revisa el registro del servidor.',
    'database-older':
      'La base de datos es de una versión anterior a la de las funciones: ejecuta supabase db push --remote con el mismo código.',
    'database-newer':
      'La base de datos es de una versión más nueva: publica las funciones y el sitio con el código de esa versión.',
    'functions-missing':
      'Hay funciones sin publicar en el proyecto: publícalas con supabase functions deploy --use-api (docs/deploy.md).',
  } satisfies Record<StatusReason, string>,
} as const;
