import { useState } from 'react';
import { RadioList } from '@taller/shared/ui/radio-list.tsx';

const PRODUCTS = [
  { value: 'one', label: 'Pantalla Galaxy A54', detail: 'Quedan 3' },
  { value: 'two', label: 'Pantalla Galaxy A55', detail: 'Queda 1' },
];

export function Example() {
  const [value, setValue] = useState('one');
  return <RadioList label="Producto" options={PRODUCTS} value={value} onChange={setValue} />;
}
