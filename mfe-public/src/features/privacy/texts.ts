import type { PrivacyTerms } from '@taller/shared/privacy/fetch-terms.ts';

const years = (days: number): string => {
  if (days % 365 !== 0) return days === 1 ? '1 día' : `${days} días`;
  return days === 365 ? '1 año' : `${days / 365} años`;
};

/** Texts of the privacy page. They describe the software's behaviour; the figures come from the server. */
export const privacyTexts = {
  title: 'Privacidad',
  lead: 'Qué datos tuyos guardamos, para qué, por cuánto tiempo, y cómo los pides, corriges o eliminas.',
  owner: {
    title: 'Quién responde por tus datos',
    text: (name: string, rut: string, address: string) =>
      `${[name, rut && `RUT ${rut}`, address].filter(Boolean).join(', ')}.`,
    contact: 'Para todo lo que tenga que ver con tus datos:',
  },
  kept: {
    title: 'Qué guardamos',
    why: 'Para qué',
    basis: 'Base',
    until: 'Hasta cuándo',
    rows: (terms: PrivacyTerms) => [
      {
        what: 'Tu orden: nombre, RUT, teléfono, dirección, equipo y cómo llegó, accesorios, IMEI, trabajo, montos y firmas',
        why: 'Reparar tu equipo, responder por la garantía y llevar la contabilidad',
        basis: 'El contrato contigo y la ley tributaria',
        until: `${terms.order_years} años desde que se cierra; después queda sin datos que digan quién eres`,
      },
      {
        what: 'Tu ficha: razón social y giro, las personas de tu empresa con teléfono y correo, y notas del local',
        why: 'Saber a quién llamar y facturar',
        basis: 'El contrato contigo',
        until: 'Mientras alguna orden o cuenta tenga tu RUT',
      },
      {
        what: 'La clave de tu equipo, cifrada',
        why: 'Probar la reparación. Cada vez que alguien la mira queda registrado',
        basis: 'El contrato contigo',
        until: `${years(terms.device_code_days)} después de la entrega`,
      },
      {
        what: 'Fotos de tu equipo al recibirlo, repararlo y entregarlo, sin el lugar donde se tomaron',
        why: 'Probar cómo llegó y cómo se fue',
        basis: 'El contrato contigo',
        until: `${years(terms.photo_days)} desde que se cierra la orden`,
      },
      {
        what: 'Mensajes de WhatsApp que te enviamos y tus respuestas',
        why: 'Avisarte de tu reparación',
        basis: 'El contrato contigo',
        until: years(terms.message_days),
      },
      {
        what: 'Si quieres recordatorios o no, y dónde lo dijiste: tu teléfono y tu RUT',
        why: 'No enviarte los que no quieres',
        basis: 'Interés legítimo',
        until: 'Hasta que digas otra cosa, o pidas eliminarlo',
      },
      {
        what: 'Qué intentamos si no retiras tu equipo: llamados y cartas',
        why: 'Entregártelo',
        basis: 'El contrato contigo',
        until: 'Lo mismo que tu orden',
      },
      {
        what: 'Desde qué red y navegador se respondió un presupuesto (no la dirección exacta)',
        why: 'Poder demostrar quién lo aprobó',
        basis: 'Interés legítimo',
        until: years(terms.origin_days),
      },
      {
        what: 'Tu cuenta: nombre, correo, RUT, teléfono, dirección y una huella de tu contraseña',
        why: 'Que veas tus órdenes y citas en el sitio',
        basis: 'Tu consentimiento al registrarte',
        until: 'Hasta que pidas eliminarla',
      },
      {
        what: 'Tus citas: cuándo, qué equipo traes y qué le pasa; sin cuenta, también tu nombre y teléfono',
        why: 'Atenderte a la hora acordada y avisarte de ella',
        basis: 'El contrato contigo',
        until: `Mientras exista tu cuenta; sin cuenta, ${years(terms.message_days)}`,
      },
      {
        what: 'Tus sesiones: navegador y dirección IP',
        why: 'Que veas dónde está abierta tu cuenta y puedas cerrarla',
        basis: 'Interés legítimo en la seguridad',
        until: `Hasta que terminan, o ${years(terms.session_days)} sin uso`,
      },
      {
        what: 'Cada inicio de sesión: correo, fecha y dirección IP',
        why: 'Aclarar un acceso que no fue tuyo',
        basis: 'Interés legítimo en la seguridad',
        until: '90 días',
      },
      {
        what: 'Qué persona del taller miró tus datos y cuándo',
        why: 'Detectar abusos',
        basis: 'El deber de seguridad',
        until: years(terms.look_days),
      },
    ],
  },
  notes: [
    'No vendemos tus datos, no los usamos para publicidad y no tomamos decisiones automáticas sobre ti.',
    'No usamos cookies de terceros ni medimos tu visita. El navegador guarda tu sesión y, mientras escribes, los borradores de los formularios. En los equipos del taller guarda también las fotos que faltan por enviar, hasta 7 días.',
    'Los datos nos los das tú, en el mesón o en este sitio, o quien trae tu equipo por ti.',
    'La conexión va cifrada, el personal entra con su propia cuenta y cada uno ve solo lo que su tarea pide.',
  ],
  shared: {
    title: 'A quién se los entregamos',
    text: 'Solo a quienes trabajan para nosotros, y a una autoridad cuando la ley obliga:',
    where: (where: string) => `Dónde: ${where}.`,
  },
  rights: {
    title: 'Tus derechos',
    list: [
      [
        'Acceso y portabilidad',
        'recibir una copia de todo lo que tenemos de ti. Con cuenta: en Mi Perfil, «Descargar mis datos».',
      ],
      [
        'Rectificación',
        'corregir lo que está mal. Con cuenta: «Editar Perfil»; el RUT y los datos de una orden, en el mesón.',
      ],
      [
        'Supresión',
        'que los eliminemos. Con cuenta: en Mi Perfil, «Eliminar mis datos». Los montos y las fechas de tus órdenes quedan, sin decir de quién son.',
      ],
      ['Oposición y bloqueo', 'que dejemos de usarlos, o que lo suspendamos mientras revisamos un reclamo.'],
    ] as const,
    deadline: (days: number) =>
      `Respondemos dentro de ${days} días corridos; una sola vez podemos prorrogar ese plazo por otros ${days}, y te decimos por qué. Es gratis. Sin cuenta, ven con tu cédula o escríbenos.`,
    authority: 'Si no quedas conforme, puedes reclamar ante la Agencia de Protección de Datos Personales.',
    profile: 'Ir a Mi Perfil',
  },
  law: 'Según la Ley 19.628, modificada por la Ley 21.719.',
} as const;
