import { useState } from 'react';
import { Checkbox } from '@taller/shared/ui/checkbox.tsx';
import { DateField } from '@taller/shared/ui/date-field.tsx';
import { NumberField } from '@taller/shared/ui/number-field.tsx';
import { PasswordField } from '@taller/shared/ui/password-field.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { TextArea } from '@taller/shared/ui/text-area.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import styles from './gallery.module.css';

const TYPES = [
  { value: 'smartphone', label: 'Smartphone' },
  { value: 'laptop', label: 'Notebook' },
];

export function FieldsSection() {
  const [amount, setAmount] = useState<number | null>(45_000);
  const [search, setSearch] = useState('');
  return (
    <div className={styles.grid}>
      <TextField label="Nombre completo" placeholder="Ana Pizarro" />
      <TextField label="RUT" hint="Formato: 12345678-9" defaultValue="12.345" error="El RUT no es válido." />
      <TextField label="RUT" defaultValue="12345678-9" warning="El dígito verificador no coincide." />
      <TextField label="Dirección" optional />
      <TextField label="Correo" disabled value="ana@correo.cl" readOnly />
      <PasswordField label="Contraseña" autoComplete="off" defaultValue="secreto" />
      <Select label="Tipo de equipo" placeholder="Selecciona un tipo" options={TYPES} />
      <NumberField label="Presupuesto" prefix="$" value={amount} onValueChange={setAmount} />
      <NumberField label="Garantía" suffix="días" value={90} onValueChange={() => undefined} />
      <DateField label="Fecha" value="2026-11-21" onValueChange={() => undefined} />
      <SearchBox label="Buscar órdenes" value={search} onSearch={setSearch} />
      <TextArea label="Problema" hint="Con las palabras del cliente." />
      <Checkbox label="Trae cargador" hint="Se anota en la orden." />
    </div>
  );
}
