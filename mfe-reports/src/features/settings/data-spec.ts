import { KEPT, STAFF_IDLE, type KeptKey, type Limit } from '@taller/shared/config/limits.ts';
import { limitRange } from '@taller/shared/settings/data-schema.ts';
import { formatThousands } from '@taller/shared/values/money.ts';
import type { FieldSpec, SectionSpec } from './field-specs.ts';
import { settingsTexts } from './texts.ts';

const { data: texts } = settingsTexts;

const limitField = (name: string, label: string, meaning: string, limit: Limit): FieldSpec => ({
  kind: 'count',
  name,
  label,
  suffix: texts.units[limit.unit],
  hint: `${meaning} ${limitRange(limit)} ${texts.initial(formatThousands(limit.initial))}`,
});

const kept = (name: KeptKey, label: string, meaning: string) => limitField(name, label, meaning, KEPT[name]);

/** The section of the site's address, the retention of data, and the end of unused sessions (CFG-43). */
export const DATA: SectionSpec = {
  title: 'Datos y límites',
  intro:
    'De esta instalación: no va en el archivo de ajustes. Cada hora se borra lo que cumplió su plazo, y la página de privacidad muestra estos mismos plazos.',
  groups: [
    {
      title: 'Sitio y sesiones',
      fields: [
        {
          kind: 'line',
          input: 'url',
          name: 'site_url',
          label: 'Dirección del sitio en los mensajes',
          width: 'full',
          hint: 'Con ella comienza el enlace del presupuesto en los mensajes de WhatsApp que se creen desde ahora. Los ya creados quedan igual. Si el servidor parte con SITE_URL, vuelve a valer esa.',
        },
        limitField(
          'staff_idle_minutes',
          'Cerrar sesiones del equipo sin uso',
          'Después de este tiempo sin tocar la aplicación, cada persona del equipo entra de nuevo.',
          STAFF_IDLE,
        ),
      ],
    },
    {
      title: 'Cuánto se guarda de los clientes',
      fields: [
        kept(
          'order_years',
          'Órdenes cerradas',
          'Después quedan anonimizadas, con sus montos. La ley pide guardar los libros seis años.',
        ),
        kept('message_days', 'Mensajes y avisos', 'Textos de WhatsApp, respuestas y avisos de la campana.'),
        kept('device_code_days', 'Claves de equipos', 'PIN, patrón o clave, después de la entrega.'),
        kept('photo_days', 'Fotos de equipos', 'Desde que se cierra la orden.'),
        kept(
          'origin_days',
          'Origen de las decisiones',
          'Red y navegador con que se respondió un presupuesto: prueba ante un reclamo.',
        ),
        kept('mail_days', 'Correos en el servidor', 'Solo cuando el servidor no los envía.'),
      ],
    },
    {
      title: 'Cuánto se guarda del equipo',
      fields: [
        kept('activity_days', 'Registro de Actividades', 'También los restos de órdenes eliminadas.'),
        kept('look_days', 'Consultas de datos', 'Quién del equipo vio los datos de quién.'),
        kept('session_days', 'Sesiones sin uso', 'De clientes y equipo: después hay que entrar de nuevo.'),
      ],
    },
  ],
};
