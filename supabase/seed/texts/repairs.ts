/** Typical problems as entered at the counter, the work done, and its price in pesos before the device's factor. */
import type { EquipmentType } from '@taller/shared/orders/equipment.ts';
import type { ComponentType } from './parts.ts';

export interface Repair {
  readonly types: readonly EquipmentType[];
  readonly weight: number;
  readonly problem: readonly string[];
  readonly work: readonly string[];
  readonly price: readonly [number, number];
  /** The kind of part that the repair uses, if any. */
  readonly part?: ComponentType;
}

const PHONES = ['smartphone', 'tablet'] as const;
const COMPUTERS = ['laptop', 'desktop'] as const;

export const REPAIRS: readonly Repair[] = [
  {
    types: PHONES,
    weight: 26,
    price: [44_990, 79_990],
    part: 'Pantalla',
    problem: [
      'Pantalla quebrada por caída, el táctil responde a medias.',
      'Se ve una mancha negra y líneas verdes en la pantalla.',
      'Vidrio roto, corta los dedos. Imagen OK.',
    ],
    work: [
      'Cambio de módulo completo (pantalla + táctil). Prueba de táctil, brillo y sensor de proximidad OK.',
      'Cambio de pantalla original con marco. Se traspasa sensor y auricular.',
    ],
  },
  {
    types: PHONES,
    weight: 16,
    price: [29_990, 44_990],
    part: 'Batería',
    problem: [
      'La batería dura medio día y se apaga en 20 %.',
      'Batería inflada, levantó la pantalla.',
      'Se apaga solo aunque marque carga.',
    ],
    work: [
      'Cambio de batería y sellado. Salud de batería 100 %, ciclo de carga probado.',
      'Reemplazo de batería con adhesivo nuevo. Consumo en reposo normal.',
    ],
  },
  {
    types: PHONES,
    weight: 13,
    price: [24_990, 39_990],
    part: 'Conector de carga',
    problem: [
      'No carga o carga solo moviendo el cable.',
      'Indica "humedad en el conector" y no carga.',
      'El conector está suelto, el PC no lo reconoce.',
    ],
    work: [
      'Cambio de placa de carga (USB-C). Carga rápida y datos probados.',
      'Limpieza de conector y cambio de flex de carga.',
    ],
  },
  {
    types: ['smartphone'],
    weight: 6,
    price: [34_990, 59_990],
    problem: [
      'No se escucha en llamadas, altavoz sí funciona.',
      'El micrófono no graba y en WhatsApp los audios salen mudos.',
      'La cámara trasera se ve borrosa y vibra.',
    ],
    work: [
      'Cambio de auricular y limpieza de malla.',
      'Reemplazo de micrófono inferior en placa de carga.',
      'Cambio de cámara trasera, enfoque y estabilizador probados.',
    ],
  },
  {
    types: PHONES,
    weight: 7,
    price: [39_990, 89_990],
    problem: ['Se mojó en la playa, no enciende.', 'Se cayó al agua hace dos días, estuvo en arroz.'],
    work: [
      'Limpieza química de placa por ultrasonido. Se reemplaza flex de encendido. Sin garantía por daño de líquido.',
    ],
  },
  {
    types: ['smartphone'],
    weight: 6,
    price: [19_990, 34_990],
    problem: [
      'Quedó pegado en el logo después de una actualización.',
      'Pide cuenta Google, el cliente trae boleta.',
      'Muy lento, sin espacio, publicidad en todo momento.',
    ],
    work: [
      'Actualización de software por cable conservando datos.',
      'Respaldo de fotos y contactos, restauración de fábrica y configuración inicial.',
    ],
  },
  {
    types: ['laptop'],
    weight: 12,
    price: [69_990, 129_990],
    part: 'Pantalla',
    problem: [
      'Pantalla con líneas verticales, en monitor externo se ve bien.',
      'Se cerró con un lápiz adentro y se quebró la pantalla.',
    ],
    work: [
      'Cambio de panel LCD 15,6" FHD 30 pines. Prueba de píxeles OK.',
      'Cambio de panel y revisión de flex de video.',
    ],
  },
  {
    types: COMPUTERS,
    weight: 14,
    price: [34_990, 59_990],
    problem: [
      'Está muy lento, demora 10 minutos en partir.',
      'Se llena de ventanas de publicidad, cree que tiene virus.',
      'Pantalla azul al abrir varios programas.',
    ],
    work: [
      'Respaldo de 120 GB, formateo, Windows 11 con drivers, Office y antivirus. Datos restaurados.',
      'Limpieza de malware, actualización de Windows y drivers.',
    ],
  },
  {
    types: COMPUTERS,
    weight: 10,
    price: [54_990, 94_990],
    part: 'SSD',
    problem: ['Quiere pasar a disco sólido sin perder sus archivos.', 'Disco duro suena y Windows no parte.'],
    work: [
      'Instalación de SSD 480 GB y clonación de disco. Arranque en 12 s.',
      'Cambio de disco por SSD NVMe 500 GB, instalación limpia y recuperación de documentos.',
    ],
  },
  {
    types: COMPUTERS,
    weight: 9,
    price: [24_990, 39_990],
    part: 'Pasta térmica',
    problem: ['Se calienta mucho y se apaga jugando.', 'Ventilador suena como turbina.'],
    work: [
      'Mantención completa: limpieza interna, pasta térmica y prueba de estrés (máx. 78 °C).',
      'Cambio de ventilador y pasta térmica.',
    ],
  },
  {
    types: ['laptop'],
    weight: 8,
    price: [39_990, 74_990],
    part: 'Teclado',
    problem: [
      'Derramó café sobre el teclado, varias teclas no marcan.',
      'La bisagra se salió y levanta la carcasa.',
      'No carga, hay que mover el conector.',
    ],
    work: [
      'Cambio de teclado en español con retroiluminación.',
      'Reparación de bisagra con anclajes nuevos en la carcasa.',
      'Cambio de conector DC y prueba de carga.',
    ],
  },
  {
    types: ['desktop'],
    weight: 5,
    price: [44_990, 109_990],
    problem: ['No da video, los ventiladores giran.', 'Se reinicia solo, cree que es la fuente.'],
    work: [
      'Cambio de fuente de poder 600 W 80+. Prueba de 2 horas OK.',
      'Limpieza de contactos de RAM, actualización de BIOS. Queda estable.',
    ],
  },
  {
    types: ['others'],
    weight: 8,
    price: [29_990, 69_990],
    problem: [
      'El joystick se mueve solo (drift).',
      'No da imagen por HDMI.',
      'Lee discos a ratos y suena fuerte.',
      'No carga, la luz parpadea.',
    ],
    work: [
      'Cambio de palancas análogas y calibración.',
      'Cambio de puerto HDMI y limpieza interna.',
      'Mantención de lector y cambio de pasta térmica.',
    ],
  },
];

/** Text longer than one line on a card. */
export const LONG_WORK =
  'Se recibe con humedad. Diagnóstico en placa: corto en línea PP_VDD_MAIN, se aísla con inyección de voltaje y cámara térmica. Se reemplaza capacitor C2407, se limpia zona de conectores con ultrasonido y alcohol isopropílico, se cambia batería (estaba al 71 %) y flex de carga. Se prueba Wi-Fi, Bluetooth, cámaras, Face ID, micrófonos y carga rápida durante dos horas. El cliente queda informado de que los equipos con humedad no tienen garantía.';

export const CANCEL_REASONS = [
  'El cliente encontró el presupuesto muy alto y prefiere retirar el equipo.',
  'No hay repuesto disponible para este modelo en Chile.',
  'Placa madre sin reparación, no conviene.',
  'Cliente no respondió en 40 días.',
  'Cliente compró un equipo nuevo.',
] as const;

export const NOTES = [
  'Cliente necesita el equipo antes del viernes.',
  'Se le avisó por teléfono, pasa después de las 18:00.',
  'Autoriza respaldo de fotos (costo aparte).',
  'Retira su hermano con el comprobante de la orden.',
  'Repuesto pedido a Santiago, llega en 2 días hábiles.',
  'Segunda vez que viene por el mismo problema: revisar garantía anterior.',
] as const;

export const INTERNAL_NOTES = [
  'Ojo: cliente exigente, probar todo frente a él antes de entregar.',
  'Usar la pantalla que llegó en el pedido de FullMobile, la otra vino con píxel muerto.',
  'Tornillos guardados en bolsa 14. Faltaba uno al abrir.',
  'Dejar cobrado el saldo antes de entregar, la vez pasada quedó debiendo.',
  'Ya fue abierto por otro taller: cinta en el flex de pantalla.',
] as const;
