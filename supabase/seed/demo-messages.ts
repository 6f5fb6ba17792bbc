/** The demo shop's messages to customers: the templates that the simulated provider has approved. */
import type { SettingValues } from '@taller/shared/settings/sections.ts';

const DECISION = {
  template: 'quote_decision',
  text: 'Registramos tu respuesta al presupuesto de {{total}} de tu orden {{orden}}: {{respuesta}}. Si no fuiste tú, llámanos enseguida.',
};

export const DEMO_MESSAGES: SettingValues['messages'] = {
  created: {
    enabled: true,
    template: 'new_order',
    text: 'Recibimos tu equipo. Tu número de orden es {{orden}}. Te avisaremos por aquí de cada avance.',
  },
  in_progress: {
    enabled: true,
    template: 'status_update',
    text: 'Tu orden {{orden}} cambió de estado: {{estado}}.',
  },
  quoted: {
    enabled: true,
    template: 'order_quoted',
    text: 'El presupuesto de tu orden {{orden}} está listo. Trabajo: {{trabajo}}. Total: {{total}}. Apruébalo o recházalo aquí: {{enlace}}',
  },
  approved: DECISION,
  rejected: DECISION,
  completed: {
    enabled: true,
    template: 'order_completed',
    text: '¡Buenas noticias! La reparación de tu orden {{orden}} está terminada. Ya puedes retirar tu equipo.',
  },
  delivered: {
    enabled: true,
    template: 'order_delivered_v2',
    text: 'Entregamos el equipo de tu orden {{orden}}. {{garantia}}. ¡Gracias por confiar en nosotros!',
  },
  cancelled: {
    enabled: true,
    template: 'order_cancelled',
    text: 'Tu orden {{orden}} fue cancelada. Motivo: {{motivo}}.',
  },
  language: 'es_CL',
  expireHours: 24,
  undoSeconds: 7,
  quietHours: { enabled: false, from: '21:00', to: '09:00' },
};
