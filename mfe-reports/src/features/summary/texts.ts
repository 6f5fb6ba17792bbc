import type { ReportPeriod } from '@taller/shared/reports/report-period.ts';
import { formatDays } from '#src/values/format-days.ts';

/** Texts of the counts of orders. */
export const summaryTexts = {
  title: 'Resumen de Órdenes de Servicio',
  allDays: 'Órdenes de todas las fechas.',
  ofDays: (days: string) => `Órdenes ingresadas: ${days}.`,
  total: 'Total de Órdenes',
  completed: 'Órdenes Completadas',
  delivered: 'Órdenes Entregadas',
  pending: 'Órdenes Pendientes',
  totalText: 'Todas las órdenes que cumplen los filtros.',
  completedText: 'Órdenes completadas más las ya entregadas.',
  deliveredText: 'Órdenes ya en manos del cliente.',
  pendingText: 'Órdenes pendientes más las que están en progreso.',
} as const;

/** Texts of the key figures. */
export const periodTexts = {
  running: 'Este mes hasta hoy',
  chosen: 'Período elegido',
  compared: ({ from, to, beforeFrom, beforeTo }: ReportPeriod) =>
    `${formatDays(from, to)}, comparado con ${formatDays(beforeFrom, beforeTo)}.`,
  days: ({ from, to }: ReportPeriod) => formatDays(from, to),
  income: 'Ingresos',
  incomeText: (days: string) =>
    `Montos de órdenes completadas y entregadas, por día de entrega (o, si falta, de término): ${days}.`,
  incomeLocked: 'Protegidos por el PIN.',
  unlock: 'Ver con PIN',
  hide: 'Ocultar ingresos',
  received: 'Órdenes recibidas',
  receivedText: (days: string) => `Órdenes ingresadas: ${days}.`,
  delivered: 'Entregas',
  deliveredText: (days: string) => `Órdenes entregadas, por día de entrega: ${days}.`,
  time: 'Tiempo de reparación',
  timeText: (days: string) =>
    `Órdenes por día de término: ${days}. La cifra es la mediana de días entre la creación y el término.`,
  inDays: (figure: string) => `${figure} días`,
  loadError: 'No se pudieron cargar las cifras del período.',
} as const;
