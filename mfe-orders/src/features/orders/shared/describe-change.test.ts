import { expect, test } from 'vitest';
import { describeChanges } from './describe-change.ts';

const people = new Map([['t1', 'Rodrigo Peña']]);

test('ORD-17 changes read as sentences, with names, amounts and labels', () => {
  expect(
    describeChanges(
      {
        status: ['pending', 'quoted'],
        total_amount: [0, 45990],
        technician_id: [null, 't1'],
        notes: [null, 'Hola'],
        password_type: ['pin', null],
        device_code_stored: [true, false],
        equipment_type: ['laptop', 'tablet'],
        unknown_column: [1, { a: 1 }],
      },
      people,
    ),
  ).toEqual([
    'Estado: Pendiente → Presupuesto Enviado',
    'Total: $0 → $45.990',
    'Técnico: nadie → Rodrigo Peña',
    'Notas: (vacío) → Hola',
    'Tipo de clave: PIN → Ninguno',
    'Clave guardada: sí → no',
    'Tipo de equipo: Notebook → Tablet',
    'unknown_column: 1 → {"a":1}',
  ]);
});

test('TIME-01 what a wait begins with is told, and what changes of it is compared', () => {
  expect(
    describeChanges(
      { reason: [null, 'Repuesto'], expected_on: [null, '2026-12-03'], note: [null, 'Pantalla'] },
      people,
    ),
  ).toEqual(['Motivo: Repuesto', 'Fecha esperada: 03-12-2026', 'Nota: Pantalla']);
  expect(describeChanges({ expected_on: ['2026-12-03', '2026-12-09'], note: ['A', null] }, people)).toEqual([
    'Fecha esperada: 03-12-2026 → 09-12-2026',
    'Nota: A → (vacío)',
  ]);
});

test('ORD-17 long texts are shown by their beginning', () => {
  const [line] = describeChanges({ work_description: ['', 'x'.repeat(5000)] }, people);
  expect(line).toBe(`Problema: (vacío) → ${'x'.repeat(160)}…`);
});

test('WARR-02 WARR-06 the timeline names the order of a return and its outcome', () => {
  expect(
    describeChanges(
      {
        warranty_of: [null, 6400],
        warranty_outcome: [null, 'not_covered'],
        warranty_reason: [null, 'Mojado'],
      },
      people,
    ),
  ).toEqual([
    'En garantía de la orden: 006400',
    'Resultado de la garantía: No cubierta',
    'Por qué no la cubre: Mojado',
  ]);
  expect(describeChanges({ not_warranty: [false, true] }, people)).toEqual(['No es garantía: no → sí']);
});

test('ORD-17 a type of an earlier system is told apart from the one of now', () => {
  expect(describeChanges({ equipment_type: ['other', 'others'] }, people)).toEqual([
    'Tipo de equipo: Otros (antes) → Otros',
  ]);
});
