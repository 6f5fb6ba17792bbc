import { LOGO_LIMITS } from '../../../../shared/src/values/logo.ts';
import { readImageContent, type ImageSize } from './image-content.ts';

/** Why an image is no logo, for people. */
export class LogoRefusal extends Error {}

/** Base64 as the database reads it too: without blanks, and filled up. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const decoded = (content: string): Uint8Array =>
  BASE64.test(content) ? Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)) : new Uint8Array();

/**
 * Checks an image for the logo, in base64: what it is says its content alone (CFG-52).
 * @throws LogoRefusal
 */
export function checkLogo(content: string): ImageSize {
  const { bytes, width, height } = LOGO_LIMITS;
  const data = decoded(content);
  if (data.length > bytes) throw new LogoRefusal('La imagen pesa más de 256 kB. Elige una más liviana.');
  const image = readImageContent(data);
  if (!image)
    throw new LogoRefusal(
      'Este archivo no se puede usar: no es un PNG ni un WebP completo. Elige otra imagen.',
    );
  if (image.width > width || image.height > height)
    throw new LogoRefusal(`La imagen mide más de ${width} por ${height} píxeles. Elige una más pequeña.`);
  if (image.width > 10 * image.height || image.height > 3 * image.width)
    throw new LogoRefusal(
      'El logo es demasiado angosto. Elige uno de hasta 10 veces de ancho por 1 de alto.',
    );
  return image;
}
