/** Typical devices, with their frequency (weight) and the cost of their parts relative to the price list (factor). */
import type { EquipmentType } from '@taller/shared/orders/equipment.ts';

export interface Device {
  readonly type: EquipmentType;
  readonly brand: string;
  readonly models: readonly string[];
  readonly weight: number;
  readonly factor: number;
}

export const DEVICES: readonly Device[] = [
  {
    type: 'smartphone',
    brand: 'Samsung',
    models: ['Galaxy A15', 'Galaxy A34 5G', 'Galaxy A54 5G', 'Galaxy A05s', 'Galaxy A25 5G'],
    weight: 20,
    factor: 1,
  },
  {
    type: 'smartphone',
    brand: 'Samsung',
    models: ['Galaxy S22', 'Galaxy S23 Ultra', 'Galaxy S24', 'Galaxy Z Flip5'],
    weight: 8,
    factor: 2.4,
  },
  {
    type: 'smartphone',
    brand: 'Apple',
    models: ['iPhone 11', 'iPhone 12', 'iPhone XR', 'iPhone SE (2020)'],
    weight: 14,
    factor: 1.3,
  },
  {
    type: 'smartphone',
    brand: 'Apple',
    models: ['iPhone 13', 'iPhone 14 Pro', 'iPhone 15', 'iPhone 15 Pro Max'],
    weight: 10,
    factor: 2.3,
  },
  {
    type: 'smartphone',
    brand: 'Xiaomi',
    models: ['Redmi Note 12', 'Redmi Note 13 Pro', 'Redmi 13C', 'POCO X6 Pro'],
    weight: 14,
    factor: 0.9,
  },
  {
    type: 'smartphone',
    brand: 'Motorola',
    models: ['Moto G54', 'Moto G84', 'Moto E13', 'Edge 40 Neo'],
    weight: 9,
    factor: 0.9,
  },
  {
    type: 'smartphone',
    brand: 'Huawei',
    models: ['P30 Lite', 'Y9 2019', 'Nova 11i'],
    weight: 4,
    factor: 0.9,
  },
  { type: 'smartphone', brand: 'Honor', models: ['X8b', 'Magic5 Lite'], weight: 3, factor: 1 },
  {
    type: 'laptop',
    brand: 'HP',
    models: ['Pavilion 15-eg2002la', '14-dq2024la', 'Victus 15-fa0021la', 'ProBook 440 G8'],
    weight: 9,
    factor: 1.1,
  },
  {
    type: 'laptop',
    brand: 'Lenovo',
    models: ['IdeaPad 3 15IAU7', 'ThinkPad T14 Gen 2', 'V14 G3', 'Legion 5 15ACH6H'],
    weight: 9,
    factor: 1.1,
  },
  { type: 'laptop', brand: 'Acer', models: ['Aspire 3 A315-58', 'Nitro 5 AN515-57'], weight: 5, factor: 1 },
  {
    type: 'laptop',
    brand: 'Asus',
    models: ['VivoBook X515EA', 'TUF Gaming F15 FX506'],
    weight: 5,
    factor: 1.1,
  },
  {
    type: 'laptop',
    brand: 'Apple',
    models: ['MacBook Air M1 (2020)', 'MacBook Pro 13" (2019)'],
    weight: 4,
    factor: 2.2,
  },
  {
    type: 'desktop',
    brand: 'Armado',
    models: ['Ryzen 5 5600G', 'Intel i5-10400F / GTX 1660', 'Ryzen 7 5700X / RTX 3060'],
    weight: 5,
    factor: 1,
  },
  { type: 'desktop', brand: 'Dell', models: ['OptiPlex 3080 Micro', 'Inspiron 3910'], weight: 3, factor: 1 },
  {
    type: 'tablet',
    brand: 'Samsung',
    models: ['Galaxy Tab A8', 'Galaxy Tab S6 Lite (2022)'],
    weight: 4,
    factor: 1.1,
  },
  { type: 'tablet', brand: 'Apple', models: ['iPad 9.ª generación', 'iPad Air 4'], weight: 3, factor: 1.7 },
  {
    type: 'others',
    brand: 'Sony',
    models: ['PlayStation 4 Slim', 'PlayStation 5', 'Control DualSense'],
    weight: 4,
    factor: 1.1,
  },
  { type: 'others', brand: 'Nintendo', models: ['Switch OLED', 'Switch Lite'], weight: 3, factor: 1.1 },
  { type: 'others', brand: 'JBL', models: ['Flip 6', 'Charge 5'], weight: 1, factor: 0.7 },
];

export const CONDITIONS: Readonly<Record<EquipmentType, readonly string[]>> = {
  smartphone: [
    'Pantalla trizada, marcos con rayas de uso. Con bandeja SIM, sin chip.',
    'Buen estado general, rayas leves en la tapa trasera. Viene con carcasa.',
    'Golpe en la esquina superior derecha. Vidrio trasero quebrado.',
    'Enciende. Pantalla con manchas. Cliente retira chip y tarjeta de memoria.',
    'No enciende al recibirlo, no se pudo revisar funcionamiento. Se informa al cliente.',
  ],
  laptop: [
    'Carcasa con desgaste en apoyamanos, falta un tornillo inferior. Con cargador original.',
    'Buen estado. Sin cargador. Bisagra izquierda dura.',
    'Teclas gastadas (A, E), pantalla sin daños. Con cargador genérico.',
    'Enciende con ventilador muy ruidoso. Stickers en la tapa.',
  ],
  desktop: [
    'Gabinete con polvo, tapa lateral sin tornillos. Sin cables.',
    'Buen estado, con cable de poder. Disco con datos del cliente.',
  ],
  tablet: [
    'Vidrio trizado en una esquina, táctil responde. Con funda.',
    'Buen estado, carga solo en cierta posición.',
  ],
  others: ['Buen estado estético, con cable de poder.', 'Rayas de uso. Sin caja ni accesorios.'],
};
