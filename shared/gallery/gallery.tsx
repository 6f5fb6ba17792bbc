import { useState } from 'react';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { SHOWN, type Shown } from './examples.ts';
import styles from './gallery.module.css';
import { ShownComponent } from './shown-component.tsx';
import { TokensSection } from './tokens-section.tsx';

const matches = (search: string) => (shown: Shown) =>
  `${shown.name} ${shown.text}`.toLowerCase().includes(search.trim().toLowerCase());

/** Every component with its import and its code, in both densities and both colour schemes. */
export function Gallery() {
  const [density, setDensity] = useState('comfortable');
  const [search, setSearch] = useState('');
  const groups = SHOWN.map(({ group, shown }) => ({
    name: group,
    shown: shown.filter(matches(search)),
  })).filter(({ shown }) => shown.length > 0);
  return (
    <div className={styles.page} data-density={density}>
      <nav className={styles.nav} aria-label="Componentes">
        <SearchBox label="Buscar" value={search} onSearch={setSearch} />
        <div className={styles.groups}>
          {groups.map(({ name, shown }) => (
            <section key={name} aria-label={name}>
              <p className={styles.caption}>{name}</p>
              {shown.map((one) => (
                <a key={one.name} href={`#${one.name}`}>
                  {one.name}
                </a>
              ))}
            </section>
          ))}
        </div>
      </nav>
      <main className={styles.main}>
        <PageHeader
          title="Componentes"
          description="Los de shared/src/ui, con la línea que los importa y el código de cada ejemplo."
          actions={<Settings density={density} onDensity={setDensity} />}
        />
        {groups.map(({ name, shown }) => (
          <section key={name} className={styles.section}>
            <h2>{name}</h2>
            {shown.map((one) => (
              <ShownComponent key={one.name} {...one} />
            ))}
          </section>
        ))}
        {search === '' && (
          <section className={styles.section}>
            <h2>Colores y letra</h2>
            <TokensSection />
          </section>
        )}
        {groups.length === 0 && <EmptyState title="Ningún componente coincide" />}
      </main>
    </div>
  );
}

function Settings({ density, onDensity }: { density: string; onDensity: (density: string) => void }) {
  const chooseScheme = (scheme: string) => {
    if (scheme) document.documentElement.dataset.theme = scheme;
    else delete document.documentElement.dataset.theme;
  };
  return (
    <>
      <Select
        label="Densidad"
        hideLabel
        value={density}
        onChange={(event) => onDensity(event.target.value)}
        options={[
          { value: 'comfortable', label: 'Cómoda (sitio público)' },
          { value: 'compact', label: 'Compacta (mesón)' },
        ]}
      />
      <Select
        label="Esquema"
        hideLabel
        placeholder="Según el sistema"
        onChange={(event) => chooseScheme(event.target.value)}
        options={[
          { value: 'light', label: 'Claro' },
          { value: 'dark', label: 'Oscuro' },
        ]}
      />
    </>
  );
}
