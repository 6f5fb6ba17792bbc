/** Whether a refusal is a sentence of the shop, rather than PostgreSQL's. */
export const isInWords = (message: string): boolean =>
  /^[A-ZÁÉÍÓÚÑ«].*[.]$/s.test(message) && !/violates|invalid|out of range|must|cannot/.test(message);
