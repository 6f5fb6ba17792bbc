import { expect, test } from 'vitest';
import { readSettingsFile, withoutNewSvg, writeSettingsFile } from './settings-file.ts';
import type { SettingSection } from './setting-sections-query.ts';

const row = (section: SettingSection['section'], value: SettingSection['value']): SettingSection => ({
  section,
  value,
  version: 3,
  changed_at: '2026-11-22T12:00:00Z',
  changed_by_name: 'Ana Rojas',
});
const TERMS = row('terms', { items: ['Una', 'Dos'] });
const LOOK = row('look', { logo: null, color: null });

test('CFG-34 a file has every section, nobody’s name, and is read as it was written', () => {
  // The installation's own section stays behind: its address is not another shop's.
  const text = writeSettingsFile([TERMS, LOOK, row('data', { site_url: 'https://taller.cl' })]);
  expect(text).not.toContain('Ana Rojas');
  expect(readSettingsFile(text)).toEqual({
    sections: { terms: TERMS.value, look: LOOK.value },
    faults: [],
    images: {},
  });
});

test('CFG-34 the valid sections of a file with errors are read, and each error is reported with its place', () => {
  const text = JSON.stringify({
    formato: 'taller-ajustes-1',
    secciones: { terms: TERMS.value, look: { logo: null, color: 'rojo' }, secreta: {} },
  });
  expect(readSettingsFile(text)).toEqual({
    sections: { terms: TERMS.value },
    faults: [
      { section: 'look', path: 'color', message: 'Escribe el color como #rrggbb.' },
      { section: 'secreta', path: '', message: expect.stringContaining('no se conoce') },
    ],
    images: {},
  });
});

test('CFG-34 a file from before messages could expire or be undone is read, with the default times', () => {
  const sent = { template: 'aviso', text: 'Orden {{orden}}: {{respuesta}}' };
  const switched = { enabled: true, template: 'aviso', text: 'Orden {{orden}}' };
  const before = {
    created: switched,
    in_progress: switched,
    quoted: { ...switched, text: 'Orden {{orden}}: {{enlace}}' },
    approved: sent,
    rejected: sent,
    completed: switched,
    delivered: switched,
    cancelled: switched,
    language: 'es_CL',
    quietHours: { enabled: false, from: '21:00', to: '09:00' },
  };
  expect(readSettingsFile(writeSettingsFile([row('messages', before)]))).toMatchObject({
    sections: { messages: { ...before, expireHours: 24, undoSeconds: 7 } },
    faults: [],
  });
  const now = row('messages', { ...before, expireHours: 48, undoSeconds: 0 });
  expect(readSettingsFile(writeSettingsFile([now]))).toMatchObject({ sections: { messages: now.value } });
});

test('CFG-34 CFG-52 a file carries the image of the logo', () => {
  const logo = { hash: 'a'.repeat(64), type: 'image/png', width: 9, height: 9 };
  const text = writeSettingsFile([row('look', { logo, color: null })], { [logo.hash]: 'iVBORw0K' });
  expect(readSettingsFile(text)).toMatchObject({
    sections: { look: { logo } },
    images: { [logo.hash]: 'iVBORw0K' },
  });
});

test('CFG-34 CFG-52 an earlier file, with an SVG as the logo, leaves the branding of another shop as it is', () => {
  const logo = { hash: 'a'.repeat(64), type: 'image/svg+xml', width: 9, height: 9 };
  const look = row('look', { logo, color: '#b3261e' });
  const file = readSettingsFile(writeSettingsFile([look, TERMS]));
  if (!file) throw new Error('The file is one of settings');
  expect(withoutNewSvg(file, [LOOK, TERMS])).toEqual({
    sections: { terms: TERMS.value },
    faults: [{ section: 'look', path: 'logo', message: expect.stringContaining('Es un SVG') }],
    images: {},
  });
  // The shop whose logo it is takes the rest of the section.
  expect(withoutNewSvg(file, [row('look', { logo, color: null })])).toEqual(file);
});

test.each([
  '',
  'hola',
  '[]',
  'null',
  '{"secciones":{}}',
  '{"formato":"otro","secciones":{}}',
  '{"formato":"taller-ajustes-1"}',
])('CFG-34 other files are reported as no settings file: %s', (text) => {
  expect(readSettingsFile(text)).toBeNull();
});
