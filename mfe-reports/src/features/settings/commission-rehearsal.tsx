import { useFormContext, useWatch } from 'react-hook-form';
import {
  commissionRehearsalQuery,
  rehearseCommissions,
  type RehearsedPeriod,
} from '@taller/shared/reports/results-queries.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { SECTION_SCHEMAS } from '@taller/shared/settings/sections.ts';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { z } from '@taller/shared/values/zod.ts';
import { PinCard } from '#src/features/earnings/pin-card.tsx';
import { usePin } from '#src/features/earnings/use-pin.ts';
import { formatDays } from '#src/values/format-days.ts';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';
import { usePaused } from './use-paused.ts';

const texts = settingsTexts.commissionRehearsal;

type Line = RehearsedPeriod['people'][number];

const COLUMNS: readonly Column<Line>[] = [
  {
    id: 'name',
    header: texts.technician,
    width: 8,
    cell: ({ name }) => name || settingsTexts.formerTechnician,
  },
  {
    id: 'orders',
    header: texts.orders,
    kind: 'figure',
    width: 5,
    cell: (row) => formatThousands(row.orders),
  },
  { id: 'before', header: texts.before, kind: 'figure', cell: (row) => formatClp(row.before) },
  { id: 'after', header: texts.after, kind: 'figure', cell: (row) => formatClp(row.after) },
  {
    id: 'difference',
    header: texts.difference,
    kind: 'figure',
    cell: (row) => formatClp(row.after - row.before),
  },
];

/** Rehearses the form's newest rule over the past, beside the saved one, behind the PIN (REP-33). */
export function CommissionRehearsal() {
  const { control } = useFormContext();
  const { success, data } = z.safeParse(SECTION_SCHEMAS.commission, useWatch({ control }));
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{texts.title}</legend>
      {success ? (
        <Rehearsal rules={JSON.stringify(data.rules)} />
      ) : (
        <p className={styles.hint}>{texts.invalid}</p>
      )}
    </fieldset>
  );
}

function Rehearsal({ rules }: { rules: string }) {
  const asked = usePaused(rules);
  const { pin, refuse, unlock, ...rest } = usePin(true);
  const client = useQueryClient();
  const query = useQuery({
    ...commissionRehearsalQuery(asked, pin ?? ''),
    enabled: pin !== null,
    queryFn: async () => {
      const answer = await rehearseCommissions(asked, pin ?? '');
      // The PIN has been changed meanwhile.
      if (answer.outcome !== 'ok') refuse(answer);
      return answer;
    },
  });
  if (pin === null)
    return (
      <PinCard
        title={texts.locked}
        text={texts.lockedText}
        pin={{
          ...rest,
          show: (entered) =>
            void unlock(
              entered,
              (tried) => rehearseCommissions(asked, tried),
              (answer) => client.setQueryData(commissionRehearsalQuery(asked, entered).queryKey, answer),
            ),
        }}
      />
    );
  if (query.data?.outcome !== 'ok')
    return query.error ? (
      <Banner tone="danger">{withRequestCode(texts.failed, query.error)}</Banner>
    ) : (
      <Skeleton label={texts.loading} count={2} />
    );
  return (
    <div className={styles.stack} aria-busy={query.isFetching}>
      <p className={styles.hint}>{texts.explanation}</p>
      {query.data.periods.map(({ from, to, people }) => {
        const name = formatDays(from, to);
        return people.length === 0 ? (
          <p key={from}>{texts.none(name)}</p>
        ) : (
          <div key={from}>
            <p>{name}</p>
            <Table label={texts.of(name)} columns={COLUMNS} rows={people} rowKey={({ id }) => id} />
          </div>
        );
      })}
    </div>
  );
}
