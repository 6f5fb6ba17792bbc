/**
 * The content of a customer's reply in the words that the staff read: its text, or its kind in Spanish with what came
 * with it (caption, file name, answer chosen, place).
 */
export function replyText(message: unknown): string {
  const kind = text(field(message, 'type')) ?? '';
  const content = field(message, kind);
  switch (kind) {
    case 'text':
      return text(field(content, 'body')) ?? 'Mensaje vacío';
    case 'button':
      return text(field(content, 'text')) ?? 'Respuesta rápida';
    case 'interactive':
      return (
        text(field(field(content, 'button_reply'), 'title')) ??
        text(field(field(content, 'list_reply'), 'title')) ??
        text(field(field(content, 'nfm_reply'), 'body')) ??
        'Respuesta rápida'
      );
    case 'reaction': {
      const emoji = text(field(content, 'emoji'));
      return emoji === null ? 'Quitó su reacción' : `Reacción: ${emoji}`;
    }
    case 'image':
      return labelled('Foto', field(content, 'caption'));
    case 'video':
      return labelled('Video', field(content, 'caption'));
    case 'document':
      return labelled('Archivo', field(content, 'filename'), field(content, 'caption'));
    case 'audio':
      return field(content, 'voice') === true ? 'Nota de voz' : 'Audio';
    case 'sticker':
      return 'Sticker';
    case 'location':
      return labelled('Ubicación', field(content, 'name'), field(content, 'address'), coordinates(content));
    case 'contacts':
      return labelled(
        'Contacto',
        ...(Array.isArray(content) ? content : []).map((card) =>
          field(field(card, 'name'), 'formatted_name'),
        ),
      );
    default:
      return 'Mensaje que solo se puede ver en WhatsApp';
  }
}

function labelled(label: string, ...parts: unknown[]): string {
  const known = parts.map(text).filter((part) => part !== null);
  return known.length === 0 ? label : `${label}: ${known.join(', ')}`;
}

function coordinates(place: unknown): string | null {
  const [latitude, longitude] = [field(place, 'latitude'), field(place, 'longitude')];
  return typeof latitude === 'number' && typeof longitude === 'number' ? `${latitude}, ${longitude}` : null;
}

/** A field of an object that the provider sent; undefined if there is none. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/** A text that the database can keep: without U+0000 and halves of characters. Null if nothing is left. */
export function text(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return value.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\u{fffd}') || null;
}
