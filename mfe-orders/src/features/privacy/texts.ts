import type { ErasureState } from '@taller/shared/privacy/privacy-queries.ts';
import type { KeptKey } from '@taller/shared/config/limits.ts';

/** Texts of the privacy section for admins. */
export const privacyTexts = {
  requests: {
    title: 'Solicitudes de supresión',
    none: 'No hay solicitudes.',
    failed: 'No pudimos cargar las solicitudes.',
    gone: 'Cuenta eliminada',
    who: 'Cliente',
    asked: 'Solicitada',
    due: 'Vence',
    overdue: (on: string) => `Venció el ${on}`,
    state: 'Estado',
    actions: 'Acciones',
    extended: 'Prorrogada',
    states: {
      open: 'Por responder',
      withdrawn: 'Retirada',
      refused: 'Rechazada',
      done: 'Cumplida',
    } satisfies Readonly<Record<ErasureState, string>>,
    anonymize: 'Anonimizar',
    extend: 'Prorrogar',
    refuse: 'Rechazar',
    of: (action: string, name: string) => `${action}: ${name}`,
    extendTitle: 'Prorrogar el plazo',
    extendText: 'Una sola vez, por 30 días. El cliente lee el motivo en su perfil.',
    refuseTitle: 'Rechazar la solicitud',
    refuseText:
      'El cliente lee el motivo en su perfil y puede reclamar ante la Agencia de Protección de Datos Personales.',
    reason: 'Motivo',
    answered: 'Respuesta guardada.',
    answerFailed: 'No pudimos guardar la respuesta. Intenta de nuevo.',
  },
  anonymize: {
    title: 'Anonimizar a un cliente',
    intro: 'También a quien no tiene cuenta. Pide la cédula antes: no se puede deshacer.',
    search: 'RUT o teléfono del cliente',
    placeholder: '12345678-9 o +56 9 1234 5678',
    nobody:
      'No hay órdenes ni cuentas con ese dato. Una cuenta cuyo RUT no está confirmado se encuentra por su teléfono, o confirma antes su RUT en Clientes.',
    incomplete: 'Escribe un RUT o un teléfono completo.',
    found: (orders: number, messages: number, photos: number, appointments: number) =>
      `${count(orders, 'orden', 'órdenes')}, ${count(messages, 'mensaje', 'mensajes')}, ${count(photos, 'foto', 'fotos')}, ${count(appointments, 'cita', 'citas')}`,
    begin: 'Anonimizar...',
    question: (name: string) => `¿Anonimizar a ${name}?`,
    loading: 'Revisando qué se borrará...',
    failed: 'No pudimos revisar los datos del cliente.',
    goes: (orders: number, messages: number, photos: number, appointments: number) =>
      `Se quitan nombre, RUT, teléfono, dirección, IMEI, clave y notas de ${count(orders, 'orden', 'órdenes')}; se borran ${count(messages, 'mensaje', 'mensajes')}, ${count(photos, 'foto', 'fotos')} y ${count(appointments, 'cita', 'citas')}.`,
    account: (emails: string) => `Se elimina la cuenta ${emails}, con sus sesiones.`,
    stays: 'Quedan números, fechas, equipos y montos: los informes no cambian.',
    owed: (amount: string) => `Este cliente debe ${amount}: sin sus datos no se le puede cobrar.`,
    forever: 'No se puede deshacer.',
    open: (orders: string) =>
      `No se puede mientras haya órdenes abiertas: ${orders}. Entrégalas o cancélalas primero.`,
    confirm: 'Anonimizar para siempre',
    cancel: 'Volver',
    changed:
      'Los datos de este cliente cambiaron mientras los revisabas y no se borró nada. Revisa lo que dice ahora y confirma otra vez.',
    done: 'Cliente anonimizado.',
    doneFailed: 'No pudimos anonimizar al cliente. Intenta de nuevo.',
    several: (names: number) => `${names} personas`,
  },
  terms: {
    title: 'Por cuánto tiempo se guarda',
    intro:
      'Al cumplirse el plazo se borra solo, cada hora. La página pública de privacidad muestra estos mismos plazos.',
    failed: 'No pudimos cargar los plazos.',
    labels: {
      order_years: 'Órdenes cerradas, hasta anonimizarlas',
      message_days: 'Textos de mensajes y avisos',
      origin_days: 'Origen de las decisiones (red y navegador)',
      session_days: 'Sesiones sin uso',
      mail_days: 'Correos que quedan en el servidor',
      activity_days: 'Registro de Actividades',
      look_days: 'Registro de consultas de datos',
      photo_days: 'Fotos de equipos, desde que se cierra la orden',
      device_code_days: 'Claves de equipos, después de la entrega',
    } satisfies Readonly<Record<KeptKey, string>>,
    kept: (figure: number, unit: 'days' | 'years') =>
      unit === 'years' ? count(figure, 'año', 'años') : count(figure, 'día', 'días'),
    change: 'Cambiar los plazos en Ajustes',
    runs: 'Últimas limpiezas',
    ranAt: 'Cuándo',
    removed: 'Qué se borró',
    noRuns: 'Todavía no hay ninguna.',
    nothing: 'Nada por borrar',
    kinds: {
      orders: 'órdenes anonimizadas',
      messages: 'mensajes',
      replies: 'respuestas',
      notifications: 'avisos',
      origins: 'orígenes de decisiones',
      sessions: 'sesiones',
      mails: 'correos',
      activity: 'actividades',
      site_changes: 'cambios de publicaciones',
      looks: 'consultas',
      visits: 'citas de personas sin cuenta',
      deleted_orders: 'restos de órdenes eliminadas',
      unconfirmed: 'cuentas sin confirmar',
      log_ins: 'registros de inicios de sesión',
    } as Readonly<Record<string, string>>,
  },
} as const;

function count(amount: number, one: string, many: string): string {
  return amount === 1 ? `1 ${one}` : `${amount} ${many}`;
}
