/** Suggestions for the desk of the demo shop. */
import {
  FIRST_PLACES,
  FIRST_CHECKPOINTS,
  FIRST_TILLS,
  FIRST_WAITS,
  NO_DAYS,
  NO_LIMITS,
  NO_SIGNATURES,
  IDLE_DAYS,
  PROMISE_MARGIN,
} from '@taller/shared/settings/desk-schema.ts';
import type { SettingValues } from '@taller/shared/settings/sections.ts';

type Desk = SettingValues['desk'];

const brand = (name: string, models: string) => ({ brand: name, models: models.split(', ') });

const BRANDS: Desk['brands'] = {
  smartphone: [
    brand(
      'Samsung',
      'Galaxy A15, Galaxy A25, Galaxy A35, Galaxy A54, Galaxy A55, Galaxy S22, Galaxy S23, Galaxy S24',
    ),
    brand(
      'Apple',
      'iPhone 11, iPhone 12, iPhone 13, iPhone 13 Pro, iPhone 14, iPhone 14 Pro, iPhone 15, iPhone SE',
    ),
    brand('Xiaomi', 'Redmi 12C, Redmi 13C, Redmi Note 11, Redmi Note 12, Redmi Note 13, Poco X5'),
    brand('Motorola', 'Moto E22, Moto G24, Moto G54, Moto G84, Edge 40'),
    brand('Huawei', 'P30, P30 Lite, Y9 Prime, Nova 9'),
    brand('Honor', 'X6a, X7b, X8b, Magic5 Lite'),
  ],
  laptop: [
    brand('HP', '14-dq, 15-dw, Pavilion 14, ProBook 440, Victus 15'),
    brand('Lenovo', 'IdeaPad 1, IdeaPad 3, ThinkPad E14, ThinkPad T480, Legion 5'),
    brand('ASUS', 'VivoBook 14, VivoBook 15, TUF Gaming F15, ZenBook 14'),
    brand('Acer', 'Aspire 3, Aspire 5, Nitro 5'),
    brand('Apple', 'MacBook Air 2017, MacBook Air M1, MacBook Air M2, MacBook Pro 13'),
    brand('Dell', 'Inspiron 15, Latitude 5420, Vostro 3400'),
  ],
  desktop: [
    brand('Armado', 'Oficina, Gamer'),
    brand('HP', 'ProDesk 400, EliteDesk 800, All-in-One 24'),
    brand('Lenovo', 'ThinkCentre M70, IdeaCentre 3'),
  ],
  tablet: [
    brand('Samsung', 'Galaxy Tab A7, Galaxy Tab A8, Galaxy Tab A9, Galaxy Tab S6 Lite'),
    brand('Apple', 'iPad 8, iPad 9, iPad 10, iPad Air 4'),
    brand('Lenovo', 'Tab M8, Tab M10'),
  ],
  others: [brand('Sony', 'PlayStation 4, PlayStation 5'), brand('Nintendo', 'Switch, Switch Lite')],
};

type Audience = Desk['texts']['notes'][number]['type'];
const text = (type: Audience, words: string) => ({ text: words, type });
const problem = (type: Audience, words: string) => ({ text: words, type, chip: true });

export const DEMO_DESK: Desk = {
  brands: BRANDS,
  texts: {
    description: [
      problem('smartphone', 'Pantalla trizada'),
      problem('smartphone', 'No carga'),
      problem('smartphone', 'Batería dura poco'),
      problem('smartphone', 'Se mojó'),
      problem('laptop', 'Lento'),
      problem('laptop', 'Se calienta'),
      problem('laptop', 'Bisagra rota'),
      problem('desktop', 'Lento'),
      problem('desktop', 'Sin imagen'),
      problem('tablet', 'Pantalla trizada'),
      problem('tablet', 'No carga'),
      problem('all', 'No enciende'),
      {
        text: 'Se apaga solo. El cliente no sabe desde cuándo; revisar batería, conector de carga y placa.',
        type: 'all',
        chip: false,
      },
    ],
    condition: [
      text('all', 'Con señales normales de uso, sin golpes.'),
      text('smartphone', 'Vidrio trizado, marco con golpes, tapa trasera en buen estado.'),
      text('laptop', 'Carcasa con rayas, teclado completo, bisagras firmes.'),
    ],
    technicalWork: [
      text('smartphone', 'Cambio de pantalla y prueba de táctil, cámaras y sensores.'),
      text('smartphone', 'Cambio de batería y calibración.'),
      text('laptop', 'Limpieza interna, cambio de pasta térmica y prueba de temperatura.'),
      text('all', 'Diagnóstico completo antes de presupuestar.'),
    ],
    notes: [
      text('all', 'Se llamó al cliente y no contestó.'),
      text('all', 'Esperando el repuesto. Llega en 3 a 5 días hábiles.'),
      text('all', 'El cliente pide conservar sus datos: no formatear.'),
    ],
  },
  accessories: {
    smartphone: ['Funda', 'Chip', 'Tarjeta SD', 'Cargador'],
    laptop: ['Cargador', 'Bolso', 'Mouse'],
    desktop: ['Cable de poder', 'Teclado', 'Mouse'],
    tablet: ['Funda', 'Lápiz', 'Cargador'],
    others: ['Cargador', 'Control'],
  },
  warranty: { ...NO_DAYS },
  waits: [...FIRST_WAITS],
  partsWarranty: { ...NO_DAYS },
  promiseMargin: PROMISE_MARGIN.initial,
  boardLimits: { ...NO_LIMITS },
  idleDays: IDLE_DAYS,
  tills: [...FIRST_TILLS],
  places: [...FIRST_PLACES],
  signatures: { ...NO_SIGNATURES },
  checkpoints: { ...FIRST_CHECKPOINTS } as Desk['checkpoints'],
};
