import { useEffect, useState } from 'react';
import { PROCESSORS } from '@taller/shared/config/processors.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { fetchTerms, INITIAL_TERMS } from '@taller/shared/privacy/fetch-terms.ts';
import { formatPhone, telHref } from '@taller/shared/values/phone.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { Link, readFacts } from '@taller/shared/runtime';
import page from '#src/components/page.module.css';
import styles from '#src/features/privacy/privacy.module.css';
import { privacyTexts } from '#src/features/privacy/texts.ts';

/** Default retention periods, until the shop's own are loaded. */
function useTerms() {
  const [terms, setTerms] = useState(INITIAL_TERMS);
  useEffect(() => {
    let here = true;
    fetchTerms().then(
      (loaded) => here && setTerms(loaded),
      (error: unknown) => console.warn('The terms of retention were not read', error),
    );
    return () => {
      here = false;
    };
  }, []);
  return terms;
}

/** /privacidad (PRIV-01). */
export function PrivacyPage() {
  const terms = useTerms();
  const { owner, kept, shared, rights } = privacyTexts;
  const { shop } = readFacts();
  const { street, city } = shop.address;
  return (
    <div className={page.page}>
      <header>
        <h1 className={page.title}>{privacyTexts.title}</h1>
        <p className={page.lead}>{privacyTexts.lead}</p>
      </header>
      <section className={styles.section} aria-labelledby="responsable">
        <h2 id="responsable">{owner.title}</h2>
        <p>{owner.text(shop.fullName, formatRut(shop.rut), [street, city].filter(Boolean).join(', '))}</p>
        {(shop.email || shop.phone) && (
          <p>
            <span>{owner.contact}</span> {shop.email && <a href={`mailto:${shop.email}`}>{shop.email}</a>}
            {shop.email && shop.phone && <span> · </span>}
            {shop.phone && (
              <a className={styles.phone} href={telHref(shop.phone)}>
                {formatPhone(shop.phone)}
              </a>
            )}
          </p>
        )}
      </section>
      <section className={styles.section} aria-labelledby="datos">
        <h2 id="datos">{kept.title}</h2>
        <dl className={styles.kept}>
          {kept.rows(terms).map(({ what, why, basis, until }) => (
            <div key={what} className={styles.row}>
              <dt>{what}</dt>
              <dd>
                <b>{kept.why}:</b> {why}.
              </dd>
              <dd>
                <b>{kept.basis}:</b> {basis}.
              </dd>
              <dd>
                <b>{kept.until}:</b> {until}.
              </dd>
            </div>
          ))}
        </dl>
        <ul className={styles.notes}>
          {privacyTexts.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
      <section className={styles.section} aria-labelledby="destinatarios">
        <h2 id="destinatarios">{shared.title}</h2>
        <p>{shared.text}</p>
        <ul className={styles.notes}>
          {PROCESSORS.map(({ name, task, where }) => (
            <li key={name}>
              <b>{name}.</b> {task} {shared.where(where)}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.section} aria-labelledby="derechos">
        <h2 id="derechos">{rights.title}</h2>
        <ul className={styles.notes}>
          {rights.list.map(([name, text]) => (
            <li key={name}>
              <b>{name}:</b> {text}
            </li>
          ))}
        </ul>
        <p>{rights.deadline(terms.request_days)}</p>
        <p>{rights.authority}</p>
        <p>
          <Link to={paths.profile.getHref()}>{rights.profile}</Link>
        </p>
      </section>
      <p className={styles.law}>{privacyTexts.law}</p>
    </div>
  );
}
