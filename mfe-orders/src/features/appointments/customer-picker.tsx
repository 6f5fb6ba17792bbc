import { useId, useState } from 'react';
import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import {
  CUSTOMER_SEARCH_LIMIT,
  customerSearchQuery,
  type CustomerAccount,
} from '@taller/shared/people/customers/customer-search-query.ts';
import { usePersistedDialog } from '@taller/shared/forms/use-persisted-dialog.ts';
import { formatRut } from '@taller/shared/values/rut.ts';
import { useQuery } from '@taller/shared/query';
import { Button } from '@taller/shared/ui/button.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { SearchBox } from '@taller/shared/ui/search-box.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { commonTexts } from '#src/components/texts.ts';
import { appointmentTexts } from '#src/features/appointments/texts.ts';
import { customerTexts } from '#src/features/customers/texts.ts';
import { failureText } from '@taller/shared/data-access/failure-text.ts';
import styles from './appointments.module.css';

export interface CustomerPickerProps {
  error?: string;
  /** The selected account's id; '' when the selection is cleared. */
  onPick: (customerId: string) => void;
}

/** Selects a customer account by name, RUT, e-mail or phone. */
export function CustomerPicker({ error, onPick }: CustomerPickerProps) {
  // Restored after a reload with the rest of the form, so that the selected customer stays visible.
  const [chosen, setChosen] = usePersistedDialog<CustomerAccount>('cita.cliente');
  const errorId = useId();
  const pick = (customer: CustomerAccount | null) => {
    setChosen(customer);
    onPick(customer?.id ?? '');
  };
  return (
    <fieldset className={styles.picker} aria-describedby={error ? errorId : undefined}>
      <legend>{appointmentTexts.customer}</legend>
      {chosen ? (
        <div className={styles.chosen}>
          <CustomerLines customer={chosen} />
          <Button size="sm" onClick={() => pick(null)}>
            {appointmentTexts.changeCustomer}
          </Button>
        </div>
      ) : (
        <Search onPick={pick} />
      )}
      {error && (
        <p id={errorId} className={styles.error} role="alert">
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Search({ onPick }: { onPick: (customer: CustomerAccount) => void }) {
  const [text, setText] = useState('');
  const customers = useQuery(customerSearchQuery(text));
  const rows = customers.data ?? [];
  return (
    <>
      <p className={styles.muted}>{appointmentTexts.customerHint}</p>
      <SearchBox
        label={customerTexts.list.search}
        placeholder={customerTexts.searchPlaceholder}
        value={text}
        onSearch={setText}
      />
      {customers.isPending && <Skeleton label={commonTexts.loading} count={2} />}
      {customers.isError && (
        <ErrorState
          error={customers.error}
          message={failureText(customers.error, customerTexts.list.failed)}
          onRetry={() => void customers.refetch()}
          retrying={customers.isFetching}
        />
      )}
      {customers.isSuccess && rows.length === 0 && <p role="status">{appointmentTexts.noCustomer}</p>}
      {rows.length > 0 && (
        <ul className={styles.results} aria-label={appointmentTexts.chooseCustomer}>
          {rows.map((customer) => (
            <li key={customer.id}>
              <button type="button" className={styles.result} onClick={() => onPick(customer)}>
                <CustomerLines customer={customer} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {rows.length === CUSTOMER_SEARCH_LIMIT && <p className={styles.muted}>{customerTexts.list.many}</p>}
    </>
  );
}

function CustomerLines({ customer }: { customer: CustomerAccount }) {
  return (
    <span className={styles.lines}>
      <span className={styles.name}>{customer.full_name || customer.email}</span>
      <span className={styles.muted}>
        {[customer.rut && formatRut(customer.rut), customer.email].filter(Boolean).join(' · ')}
      </span>
    </span>
  );
}
