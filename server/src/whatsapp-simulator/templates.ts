/**
 * Approved templates of the provider: text with {{n}} for the parameters. The simulator validates requests against this
 * list.
 */
export const APPROVED_TEMPLATES: Readonly<Record<string, string>> = {
  new_order: 'Recibimos tu equipo. Tu número de orden es {{1}}. Te avisaremos por aquí de cada avance.',
  status_update: 'Tu orden {{1}} cambió de estado: {{2}}.',
  order_quoted:
    'El presupuesto de tu orden {{1}} está listo. Trabajo: {{2}}. Total: {{3}}. Apruébalo o recházalo aquí: {{4}}',
  quote_decision:
    'Registramos tu respuesta al presupuesto de {{3}} de tu orden {{1}}: {{2}}. Si no fuiste tú, llámanos enseguida.',
  order_completed:
    '¡Buenas noticias! La reparación de tu orden {{1}} está terminada. Ya puedes retirar tu equipo.',
  order_cancelled: 'Tu orden {{1}} fue cancelada. Motivo: {{2}}.',
  order_delivered_v2: 'Entregamos el equipo de tu orden {{1}}. {{2}}. ¡Gracias por confiar en nosotros!',
};

/** Language of every approved template. */
export const APPROVED_LANGUAGE = 'es_CL';

/** Number of parameters in a template's text. */
export function parameterCount(body: string): number {
  return new Set(body.match(/\{\{\d+\}\}/g)).size;
}

/** The text as the customer reads it. */
export function fillTemplate(body: string, parameters: readonly string[]): string {
  return body.replaceAll(/\{\{(\d+)\}\}/g, (_, position: string) => parameters[Number(position) - 1] ?? '');
}
