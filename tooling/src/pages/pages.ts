import { shop } from '@taller/shared/config/shop.ts';
import type { RemoteName } from '@taller/shared/contract/remote-module.ts';

/** An HTML file of the site: the application with the preloads of what its address will need. */
export interface Page {
  /** File name in the site's folder. */
  file: string;
  /** Title before any script has run; the shop's name alone if absent. */
  title?: string;
  /** Address of a page for search engines. */
  pathname?: string;
  /** What search engines and link previews say of it. */
  description?: string;
  /** The remote's module that the address shows to everybody. Absent where it depends on who is signed in: that code is not even requested for the others. */
  remote?: { name: RemoteName; module: string; page?: string };
  /** A chunk of the shell, by its source. */
  shell?: string;
  /** Whether the screens behind it read data. */
  query?: boolean;
  /** Whether the embedded server has pages for these addresses that need no script. */
  plain?: boolean;
}

const publicPage = (page?: string) => ({ name: 'mfe-public' as const, module: 'routes', page });
const AUTH = 'src/features/auth/auth-chunk.tsx';

/** One page per first segment of the addresses; 200.html answers all others. */
export const PAGES: readonly Page[] = [
  {
    file: 'index.html',
    title: 'Servicio técnico de celulares y computadores',
    pathname: '/',
    description: `Reparamos celulares y computadores en ${shop.address.city}: diagnóstico claro, presupuesto antes de tocar nada y garantía por escrito. Consulta tu orden en línea.`,
    remote: publicPage('src/routes/landing-page.tsx'),
  },
  {
    file: 'servicios.html',
    title: 'Servicios',
    pathname: '/servicios',
    description: `Cambio de pantalla y batería, conectividad, recuperación de datos, mantención, respaldo y más: lo que reparamos todas las semanas en ${shop.address.city}.`,
    remote: publicPage('src/routes/services-page.tsx'),
  },
  {
    file: 'privacidad.html',
    title: 'Privacidad',
    pathname: '/privacidad',
    description: `Qué datos personales guarda ${shop.fullName}, para qué, por cuánto tiempo, y cómo pedirlos, corregirlos o eliminarlos.`,
    remote: publicPage('src/routes/privacy-page.tsx'),
  },
  { file: 'orders.html', plain: true },
  {
    file: 'decision-presupuesto.html',
    plain: true,
    remote: publicPage('src/routes/quote-decision-page.tsx'),
  },
  { file: 'gracias.html', plain: true, remote: publicPage() },
  { file: 'auth.html', shell: AUTH },
  { file: 'forgot-password.html', shell: AUTH },
  { file: 'update-password.html', shell: AUTH },
  ...['dashboard', 'perfil', 'inventario', 'pedido-pantallas', 'informes', 'activity-logs', 'estado'].map(
    (name) => ({
      file: `${name}.html`,
      query: true,
    }),
  ),
  ...['print-select', 'print', 'print-technical'].map((name) => ({ file: `${name}.html`, query: true })),
  { file: '200.html' },
];
