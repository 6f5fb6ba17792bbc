import { useState } from 'react';
import { useQuery } from '@taller/shared/query';
import { statusQuery } from '@taller/shared/system-status/status-query.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { paths } from '@taller/shared/contract/paths.ts';
import { Link } from '@taller/shared/runtime';
import { Card } from '@taller/shared/ui/card.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { RadioList } from '@taller/shared/ui/radio-list.tsx';
import { SetupLayout } from './setup-layout.tsx';
import { stepHref } from './setup-steps.ts';
import styles from './setup.module.css';
import { setupTexts } from './texts.ts';

const texts = setupTexts.whatsapp;
const OPTIONS = [
  { value: 'later', label: texts.later, detail: texts.laterDetail },
  { value: 'now', label: texts.now, detail: texts.nowDetail },
];

/** WhatsApp now or later; the credential is the server's, so that nothing is saved here. */
export function WhatsAppStep() {
  const [when, setWhen] = useState('later');
  return (
    <SetupLayout step="whatsapp" title={texts.title} intro={texts.intro}>
      <MailNotice />
      <Card>
        <div className={styles.block}>
          <RadioList label={texts.question} options={OPTIONS} value={when} onChange={setWhen} />
          {when === 'now' && (
            <section className={styles.block} aria-label={texts.needs}>
              <h2 className={styles.needsTitle}>{texts.needs}</h2>
              <ol className={styles.needs}>
                {texts.list.map((need) => (
                  <li key={need}>{need}</li>
                ))}
              </ol>
            </section>
          )}
          <div className={styles.actions}>
            <LinkButton to={paths.dashboard.getHref()} variant="primary">
              {texts.finish}
            </LinkButton>
            <span className={styles.aside}>
              <Link to={stepHref('horario')}>{setupTexts.back}</Link>
            </span>
          </div>
        </div>
      </Card>
    </SetupLayout>
  );
}

/** Says that no mail leaves yet: without one, customers can neither register nor choose a new password (AUTH-21). */
function MailNotice() {
  const { data } = useQuery(statusQuery());
  const reason = data?.parts.find(({ name }) => name === 'mail')?.reason;
  if (reason !== 'mail-not-set-up' && reason !== 'mail-unknown') return null;
  return <Banner tone="warning">{setupTexts.mail[reason]}</Banner>;
}
