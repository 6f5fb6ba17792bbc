import { useState, type ReactNode } from 'react';
import { Select } from '@taller/shared/ui/select.tsx';
import { PageHeader } from '@taller/shared/ui/page-header.tsx';
import { ActionsSection, FeedbackSection } from './actions-section.tsx';
import { FieldsSection } from './fields-section.tsx';
import { TablesSection } from './tables-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import styles from './gallery.module.css';

/** Every component in its states, in both densities and both colour schemes. */
export function Gallery() {
  const [density, setDensity] = useState(
    new URLSearchParams(location.search).get('density') ?? 'comfortable',
  );
  const chooseScheme = (scheme: string) => {
    if (scheme) document.documentElement.dataset.theme = scheme;
    else delete document.documentElement.dataset.theme;
  };
  return (
    <main className={styles.page} data-density={density}>
      <PageHeader
        title="Componentes"
        description="Todo lo que hay en shared/src/ui, en cada uno de sus estados."
        actions={
          <>
            <Select
              label="Densidad"
              hideLabel
              value={density}
              onChange={(event) => setDensity(event.target.value)}
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
        }
      />
      <Section title="Colores y letra">
        <TokensSection />
      </Section>
      <Section title="Acciones">
        <ActionsSection />
      </Section>
      <Section title="Campos">
        <FieldsSection />
      </Section>
      <Section title="Listas y tablas">
        <TablesSection />
      </Section>
      <Section title="Avisos y estados">
        <FeedbackSection />
      </Section>
    </main>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
