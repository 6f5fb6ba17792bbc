import { DefinitionList } from '#src/ui/definition-list.tsx';
import { formatPhone } from '#src/values/phone.ts';
import { formatRut } from '#src/values/rut.ts';
import { formatOrderNumber } from '../order-number.ts';
import type { SignedContent, Signing } from './signature.ts';
import { signatureTexts as texts } from './signature-texts.ts';
import { signedFacts } from './signed-facts.ts';
import styles from './signatures.module.css';

/** The contents of a signature: each device, and the terms. */
export function SignedContents({ signing }: { signing: Signing }) {
  const [first] = signing.orders;
  if (!first) return null;
  const { name, rut, phone } = first.customer;
  return (
    <div className={styles.contents}>
      <p>{texts.intro[signing.moment]}</p>
      <DefinitionList
        items={[
          { term: texts.name, value: name },
          { term: texts.rut, value: formatRut(rut) },
          { term: texts.phone, value: formatPhone(phone) },
        ]}
      />
      {signing.orders.map((order) => (
        <Device key={order.number} order={order} first={first} />
      ))}
      {signing.terms.length > 0 && (
        <section>
          <h3>{texts.terms}</h3>
          <ol className={styles.terms}>
            {signing.terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

/** A device, as it is signed for; with the name and phone of its own order where they are others. */
function Device({ order, first }: { order: SignedContent; first: SignedContent }) {
  const { name, phone } = order.customer;
  const others = [
    { term: texts.name, value: name === first.customer.name ? '' : name },
    { term: texts.phone, value: phone === first.customer.phone ? '' : formatPhone(phone) },
  ];
  return (
    <section>
      <h3>{texts.order(formatOrderNumber(order.number))}</h3>
      <DefinitionList items={[...others.filter(({ value }) => value), ...signedFacts(order)]} />
    </section>
  );
}
