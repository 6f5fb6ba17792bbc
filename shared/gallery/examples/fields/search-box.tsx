import { useState } from 'react';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';

export function Example() {
  const [search, setSearch] = useState('');
  return <SearchBox label="Buscar órdenes" value={search} onSearch={setSearch} />;
}
