import { orderPartsQuery, type OrderPart } from '@taller/shared/stock/inventory/order-parts-query.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { formatClp, formatThousands } from '@taller/shared/values/money.ts';
import { may } from '@taller/shared/access/permissions.ts';
import type { Role } from '@taller/shared/access/roles.ts';
import { useQuery } from '@taller/shared/query';
import { Card } from '@taller/shared/ui/card.tsx';
import { DefinitionList } from '@taller/shared/ui/definition-list.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { Table, type Column } from '@taller/shared/ui/table.tsx';
import { orderViewTexts as texts } from '#src/features/orders/view/texts.ts';
import styles from './order-view.module.css';

const PART: Column<OrderPart> = {
  id: 'part',
  header: texts.part,
  width: 10,
  cell: ({ brand, model, component_type: type }) => `${brand} ${model}${type ? ` (${type})` : ''}`,
};
const QUANTITY: Column<OrderPart> = {
  id: 'quantity',
  header: texts.partQuantity,
  kind: 'figure',
  cell: (part) => formatThousands(part.quantity),
};
const UNIT_COST: Column<OrderPart> = {
  id: 'unit-cost',
  header: texts.partUnitCost,
  kind: 'figure',
  cell: (part) => formatClp(part.unit_cost),
};
const COST: Column<OrderPart> = {
  id: 'cost',
  header: texts.partCost,
  kind: 'figure',
  cell: (part) => formatClp(part.total_cost),
};

/** The parts written off for an order, if any; with their cost and the margin for users who may see costs. */
export function OrderParts({ order, role }: { order: Order; role: Role }) {
  const { data, error, refetch, isFetching } = useQuery(orderPartsQuery(order.id));
  if (error) {
    return (
      <ErrorState
        error={error}
        message={texts.partsError}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  }
  if (!data || data.length === 0) return null;
  const seesCosts = may(role, 'costs.see');
  const cost = data.reduce((sum, part) => sum + (part.total_cost ?? 0), 0);
  return (
    <Card title={texts.parts}>
      <div className={styles.parts}>
        <Table
          label={texts.parts}
          columns={seesCosts ? [PART, QUANTITY, UNIT_COST, COST] : [PART, QUANTITY]}
          rows={data}
          rowKey={(part) => part.id}
        />
        {seesCosts && (
          <DefinitionList
            items={[
              { term: texts.partsCost, value: formatClp(cost) },
              {
                term: texts.margin,
                value: order.total_amount === null ? texts.noTotalYet : formatClp(order.total_amount - cost),
              },
            ]}
          />
        )}
      </div>
    </Card>
  );
}
