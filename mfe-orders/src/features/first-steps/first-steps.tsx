import { useEffect } from 'react';
import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { paths } from '@taller/shared/contract/paths.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { Link, toast } from '@taller/shared/runtime';
import { firstStepsQuery, type FirstSteps as Steps } from '@taller/shared/settings/first-steps-query.ts';
import { useHideFirstStepsMutation } from '@taller/shared/settings/hide-first-steps-mutation.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { Card } from '@taller/shared/ui/card.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import styles from './first-steps.module.css';
import { firstStepsTexts as texts } from './texts.ts';

/** The steps in their order, and where each is done. */
const STEPS = [
  ['order', `${paths.dashboard.getHref()}?nueva=1`],
  ['team', paths.dashboardUsers.getHref()],
  ['services', paths.dashboardSettingsSection.getHref('services')],
] as const;
/** Only while the shop has its initial details: the set-up was left before they were saved. */
const SHOP = ['shop', `${paths.setup.getHref()}?paso=tienda`] as const;

/** Reads them again when something was changed in this tab. */
function useFirstSteps(): Steps | undefined {
  const client = useQueryClient();
  const { data } = useQuery(firstStepsQuery());
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success')
          void client.invalidateQueries({ queryKey: firstStepsQuery().queryKey });
      }),
    [client],
  );
  return data;
}

/**
 * Lists the next steps for an admin of a new shop. Hidden once all are done, or by the admin (CFG-49).
 * @param onOver called when there is nothing left to show.
 */
export function FirstSteps({ onOver }: { onOver: () => void }) {
  const steps = useFirstSteps();
  const hide = useHideFirstStepsMutation();
  const shown = steps?.shop ? STEPS : [SHOP, ...STEPS];
  const isOver = steps !== undefined && (steps.hidden || shown.every(([name]) => steps[name]));
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  if (!steps || isOver) return null;
  return (
    <Card
      title={texts.title}
      className={styles.card}
      actions={
        <Button
          size="sm"
          variant="ghost"
          loading={hide.isPending}
          onClick={() =>
            void hide.mutateAsync().then(
              () => toast.info(texts.hidden),
              (error: unknown) => toast.error(failureText(error, texts.hideFailed)),
            )
          }
        >
          {texts.hide}
        </Button>
      }
    >
      <ol className={styles.steps}>
        {shown.map(([name, to]) => (
          <li key={name}>
            <Link to={to} className={classNames(styles.step, steps[name] && styles.done)}>
              <span className={styles.mark} role="img" aria-label={steps[name] ? texts.done : texts.pending}>
                {steps[name] && <Check aria-hidden="true" />}
              </span>
              <span className={styles.text}>
                <span className={styles.title}>{texts[name].title}</span>
                <span className={styles.detail}>{texts[name].text}</span>
              </span>
              <ChevronRight className={styles.arrow} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
