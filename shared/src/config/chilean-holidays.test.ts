import { expect, test } from 'vitest';
import { holidayOn, holidaysOf } from './chilean-holidays.ts';

const written = (year: number) => holidaysOf(year).map(({ day, name }) => `${day.slice(5)} ${name}`);

/** The official holidays of each year. */
const OFFICIAL: readonly (readonly [year: number, days: readonly string[]])[] = [
  [
    2024,
    [
      '01-01 Año Nuevo',
      '03-29 Viernes Santo',
      '03-30 Sábado Santo',
      '05-01 Día del Trabajo',
      '05-21 Glorias Navales',
      '06-20 Día de los Pueblos Indígenas',
      '06-29 San Pedro y San Pablo',
      '07-16 Virgen del Carmen',
      '08-15 Asunción de la Virgen',
      '09-18 Independencia Nacional',
      '09-19 Glorias del Ejército',
      '09-20 Fiestas Patrias',
      '10-12 Encuentro de Dos Mundos',
      '10-31 Día de las Iglesias Evangélicas',
      '11-01 Todos los Santos',
      '12-08 Inmaculada Concepción',
      '12-25 Navidad',
    ],
  ],
  [
    2025,
    [
      '01-01 Año Nuevo',
      '04-18 Viernes Santo',
      '04-19 Sábado Santo',
      '05-01 Día del Trabajo',
      '05-21 Glorias Navales',
      '06-20 Día de los Pueblos Indígenas',
      '06-29 San Pedro y San Pablo',
      '07-16 Virgen del Carmen',
      '08-15 Asunción de la Virgen',
      '09-18 Independencia Nacional',
      '09-19 Glorias del Ejército',
      '10-12 Encuentro de Dos Mundos',
      '10-31 Día de las Iglesias Evangélicas',
      '11-01 Todos los Santos',
      '12-08 Inmaculada Concepción',
      '12-25 Navidad',
    ],
  ],
  [
    2026,
    [
      '01-01 Año Nuevo',
      '04-03 Viernes Santo',
      '04-04 Sábado Santo',
      '05-01 Día del Trabajo',
      '05-21 Glorias Navales',
      '06-21 Día de los Pueblos Indígenas',
      '06-29 San Pedro y San Pablo',
      '07-16 Virgen del Carmen',
      '08-15 Asunción de la Virgen',
      '09-18 Independencia Nacional',
      '09-19 Glorias del Ejército',
      '10-12 Encuentro de Dos Mundos',
      '10-31 Día de las Iglesias Evangélicas',
      '11-01 Todos los Santos',
      '12-08 Inmaculada Concepción',
      '12-25 Navidad',
    ],
  ],
  [
    2027,
    [
      '01-01 Año Nuevo',
      '03-26 Viernes Santo',
      '03-27 Sábado Santo',
      '05-01 Día del Trabajo',
      '05-21 Glorias Navales',
      '06-21 Día de los Pueblos Indígenas',
      '06-28 San Pedro y San Pablo',
      '07-16 Virgen del Carmen',
      '08-15 Asunción de la Virgen',
      '09-17 Fiestas Patrias',
      '09-18 Independencia Nacional',
      '09-19 Glorias del Ejército',
      '10-11 Encuentro de Dos Mundos',
      '10-31 Día de las Iglesias Evangélicas',
      '11-01 Todos los Santos',
      '12-08 Inmaculada Concepción',
      '12-25 Navidad',
    ],
  ],
];

test.each(OFFICIAL)('CFG-40 the public holidays of %i are those of the official list', (year, days) => {
  expect(written(year)).toEqual(days);
});

test.each([
  // Tuesday to Thursday, and Friday: Ley 19.668.
  ['2022-06-27', 'San Pedro y San Pablo'],
  ['2023-06-26', 'San Pedro y San Pablo'],
  ['2023-10-09', 'Encuentro de Dos Mundos'],
  ['2028-10-09', 'Encuentro de Dos Mundos'],
  ['2029-10-15', 'Encuentro de Dos Mundos'],
  ['2029-07-02', 'San Pedro y San Pablo'],
  // Tuesday, and Wednesday: Ley 20.299.
  ['2023-10-27', 'Día de las Iglesias Evangélicas'],
  ['2018-11-02', 'Día de las Iglesias Evangélicas'],
  // Ley 20.983 and 20.215.
  ['2023-01-02', 'Año Nuevo'],
  ['2018-09-17', 'Fiestas Patrias'],
  ['2019-09-20', 'Fiestas Patrias'],
  // The solstice: Ley 21.357.
  ['2022-06-21', 'Día de los Pueblos Indígenas'],
  ['2023-06-21', 'Día de los Pueblos Indígenas'],
])('CFG-40 %s was, or will be, %s', (day, name) => {
  expect(holidayOn(day)).toEqual({ day, name });
});

/** Instant of the June solstice: Meeus, Astronomical Algorithms, chapter 27, within some minutes of dynamical time. */
function solstice(year: number): Date {
  const y = (year - 2000) / 1000;
  const mean =
    2_451_716.567_67 + 365_241.626_03 * y + 0.003_25 * y ** 2 + 0.008_88 * y ** 3 - 0.0003 * y ** 4;
  const t = (mean - 2_451_545) / 36_525;
  const w = ((35_999.373 * t - 2.47) * Math.PI) / 180;
  const terms = [
    [485, 324.96, 1934.136],
    [203, 337.23, 32_964.467],
    [199, 342.08, 20.186],
    [182, 27.85, 445_267.112],
    [156, 73.14, 45_036.886],
    [136, 171.52, 22_518.443],
    [77, 222.54, 65_928.934],
    [74, 296.72, 3034.906],
    [70, 243.58, 9037.513],
    [58, 119.81, 33_718.147],
    [52, 297.17, 150.678],
    [50, 21.02, 2281.226],
    [45, 247.54, 29_929.562],
    [44, 325.15, 31_555.956],
    [29, 60.93, 4443.417],
    [18, 155.12, 67_555.328],
    [17, 288.79, 4562.452],
    [16, 198.04, 62_894.029],
  ] as const;
  const s = terms.reduce((sum, [a, b, c]) => sum + a * Math.cos(((b + c * t) * Math.PI) / 180), 0);
  const julian = mean + (0.000_01 * s) / (1 + 0.0334 * Math.cos(w) + 0.0007 * Math.cos(2 * w));
  return new Date((julian - 2_440_587.5) * 86_400_000);
}

test('CFG-40 the Día de los Pueblos Indígenas is the day of the solstice by Chile’s winter clock, until 2075', () => {
  const wrong = Array.from({ length: 54 }, (_, at) => 2022 + at).filter((year) => {
    const day = new Date(solstice(year).getTime() - 4 * 3_600_000).toISOString().slice(0, 10);
    return holidayOn(day)?.name !== 'Día de los Pueblos Indígenas';
  });
  expect(wrong).toEqual([]);
});
