import { useFieldArray, useForm, useWatch, FormProvider } from 'react-hook-form';
import { zodResolver } from '@hookform/resolvers/zod';
import Plus from 'lucide-react/icons/plus';
import { useChangeOrderMutation } from '@taller/shared/orders/order-mutations.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { lineCostsQuery } from '@taller/shared/orders/quote/line-costs-query.ts';
import {
  inputTotal,
  lineInput,
  linesLeft,
  quoteLinesSchema,
  toLines,
  type LineInput,
  type QuoteLinesForm as Values,
  type QuoteLinesInput,
} from '@taller/shared/orders/quote/quote-lines-schema.ts';
import { conflictingOrder } from '@taller/shared/orders/update-order.ts';
import { orderReadFailure } from '@taller/shared/orders/failure-text.ts';
import { may } from '@taller/shared/access/permissions.ts';
import { Form } from '@taller/shared/forms/form.tsx';
import { SaveFooter } from '@taller/shared/forms/save-footer.tsx';
import { useQuery } from '@taller/shared/query';
import { toast, useSession } from '@taller/shared/runtime';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { DialogBody } from '@taller/shared/ui/dialog.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Select } from '@taller/shared/ui/select.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { formatClp } from '@taller/shared/values/money.ts';
import { withRequestCode } from '@taller/shared/values/request-code.ts';
import { orderTexts } from '#src/features/orders/texts.ts';
import dialogs from '../actions/dialogs.module.css';
import { SaveProblem } from '../actions/save-problem.tsx';
import type { TaskFormProps } from '../actions/task-form.ts';
import { usePersistedOrder, useOrderSave } from '../actions/use-order-save.ts';
import { cannedQuotes } from '../suggestions/canned-text.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import { LineFields } from './line-fields.tsx';
import styles from './line-fields.module.css';
import { linesTexts as texts } from './texts.ts';

type Costs = ReadonlyMap<string, number>;

const newLine = (kind: LineInput['kind']): LineInput => ({
  lineId: crypto.randomUUID(),
  kind,
  description: kind === 'discount' ? texts.kinds.discount : '',
  quantity: 1,
  price: null,
  discount: 0,
  condition: 'new',
  place: 'fixed',
  choice: '',
  chosen: true,
  note: '',
  cost: null,
  product_id: null,
  percent: null,
});

const valuesOf = (order: Order, costs: Costs): QuoteLinesInput => ({
  lines: order.quote_lines.map((line) => lineInput(line, costs.get(line.id) ?? null)),
});

/** The lines of an order's quote (QUO-01): saved without being sent. Costs are read first by those who see them. */
export function QuoteLinesForm({ order, onDone }: TaskFormProps<Order>) {
  const seesCosts = may(useSession().user?.role, 'costs.see');
  const { data, error, refetch, isFetching } = useQuery({ ...lineCostsQuery(order.id), enabled: seesCosts });
  if (seesCosts && !data)
    return (
      <DialogBody>
        {error ? (
          <ErrorState
            error={error}
            message={orderReadFailure(error)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <Skeleton label={orderTexts.loading} count={4} />
        )}
      </DialogBody>
    );
  const costs = new Map(data?.map(({ line_id: id, unit_cost: cost }) => [id, cost]));
  return <LoadedForm order={order} costs={costs} seesCosts={seesCosts} onDone={onDone} />;
}

interface LoadedFormProps extends TaskFormProps<Order> {
  costs: Costs;
  seesCosts: boolean;
}

interface UsualQuotesProps {
  equipmentType: string;
  onChoose: (lines: LineInput[]) => void;
}

/** The shop's usual quotes for a kind of device (QUO-11): one adds its lines. Nothing where there are none. */
function UsualQuotes({ equipmentType, onChoose }: UsualQuotesProps) {
  const quotes = cannedQuotes(useDeskSettings(), equipmentType);
  if (quotes.size === 0) return null;
  return (
    <Select
      label={texts.usual}
      placeholder={texts.chooseUsual}
      options={[...quotes.keys()].map((name) => ({ value: name, label: name }))}
      // It stays without a value: the same quote can be added again.
      value=""
      onChange={({ target }) =>
        onChoose(
          (quotes.get(target.value) ?? []).map(({ kind, description, price, condition, optional }) => ({
            ...newLine(kind),
            description,
            price,
            condition,
            place: optional ? 'optional' : 'fixed',
            chosen: !optional,
          })),
        )
      }
    />
  );
}

function LoadedForm({ order, costs, seesCosts, onDone }: LoadedFormProps) {
  const save = useOrderSave(order, 'lineas');
  const { base, version, openedVersion, onFailure } = save;
  const { mutate, isPending, error } = useChangeOrderMutation();
  const form = useForm<QuoteLinesInput, unknown, Values>({
    resolver: zodResolver(quoteLinesSchema),
    defaultValues: valuesOf(base, costs),
  });
  usePersistedOrder(save, form.formState.isDirty);
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  const lines = useWatch({ control: form.control, name: 'lines' });
  const { root: { message: tooMany } = {} } = form.formState.errors.lines ?? {};
  const submit = (values: Values) =>
    mutate(
      { order: version, patch: { quote_lines: toLines(values, seesCosts) } },
      {
        onSuccess: (saved) => {
          // The customer had approved other work or a lower price: the server asks for approval again.
          if (saved.status === 'quoted' && order.status !== 'quoted') toast.info(texts.askedAgain);
          else toast.success(texts.saved);
          onDone();
        },
        onError: (failure) => {
          toast.error(withRequestCode(texts.failed, failure));
          onFailure(failure);
          // An untouched form must not overwrite a colleague's lines.
          const current = conflictingOrder(failure);
          if (current) form.reset(valuesOf(current, costs), { keepDirtyValues: true });
        },
      },
    );
  return (
    <Form form={form} draft={`lineas.${order.id}`} enterGoesOn onSubmit={form.handleSubmit(submit)}>
      <DialogBody>
        <FormProvider {...form}>
          <div className={dialogs.fields}>
            <SaveProblem orderId={order.id} version={openedVersion} error={error} />
            <UsualQuotes
              equipmentType={order.equipment_type}
              onChoose={(chosen) => append(chosen, { focusName: `lines.${fields.length}.price` })}
            />
            {fields.length === 0 && <p>{texts.none}</p>}
            {fields.map(({ id }, at) => (
              <LineFields
                key={id}
                at={at}
                seesCosts={seesCosts}
                fullTotal={inputTotal(lines.filter(({ kind }) => kind !== 'discount'))}
                onRemove={() => remove(at)}
              />
            ))}
            <div className={styles.adders} role="group" aria-label={texts.add}>
              {(['labour', 'part', 'discount'] as const).map((kind) => (
                <Button
                  key={kind}
                  size="sm"
                  icon={<Plus aria-hidden="true" />}
                  disabled={linesLeft(lines) <= 0}
                  onClick={() => append(newLine(kind), { focusName: `lines.${fields.length}.description` })}
                >
                  {texts.kinds[kind]}
                </Button>
              ))}
            </div>
            {tooMany && <Banner tone="danger">{tooMany}</Banner>}
            <p className={styles.total} role="status">
              <span>{texts.total}</span>
              <span>{formatClp(inputTotal(lines))}</span>
            </p>
          </div>
        </FormProvider>
      </DialogBody>
      <SaveFooter label={texts.save} busyLabel={texts.saving} busy={isPending} />
    </Form>
  );
}
