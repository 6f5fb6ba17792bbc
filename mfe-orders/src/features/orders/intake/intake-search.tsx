import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { orderQuery } from '@taller/shared/orders/order-queries.ts';
import type { OrderFormInput } from '@taller/shared/orders/order-schemas.ts';
import { useQueryClient } from '@taller/shared/query';
import { CameraButton } from '@taller/shared/ui/camera/camera-button.tsx';
import { useSettled } from '@taller/shared/ui/use-settled.ts';
import { SuggestBox } from '../suggestions/suggest-box.tsx';
import { fillIn, focusNextRequired } from '../form/fill-in.ts';
import { customerValues, deviceValues, type IntakeOption } from './intake-options.ts';
import { intakeTexts as texts } from './texts.ts';
import { EMPTY_ORDER_FORM, type OrderFormControls } from '../form/order-form-values.ts';
import { useIntakeOptions } from './use-intake-options.ts';
import { useSearchedContact } from './use-searched-contact.ts';

const PAUSE_MS = 250;

/**
 * Fills in what is empty, or what the search itself has filled in before: nothing that was typed is replaced. Then the
 * contact of whom the text of the search was.
 */
function useFillEmpty(form: OrderFormControls): (values: Partial<OrderFormInput>, searched: string) => void {
  const filled = useRef<Partial<OrderFormInput>>({});
  const chooseSearched = useSearchedContact(form);
  return (values, searched) => {
    const now = form.getValues();
    const isFree = (field: keyof OrderFormInput) => {
      const value = now[field] ?? '';
      return value === EMPTY_ORDER_FORM[field] || value === '' || value === filled.current[field];
    };
    // A kind of device that nobody chose is the first of the list.
    const fits = (field: string) =>
      isFree((field === 'equipmentType' ? 'brand' : field) as keyof OrderFormInput);
    const free = Object.fromEntries(Object.entries(values).filter(([field]) => fits(field)));
    filled.current = { ...filled.current, ...free };
    fillIn(form, free);
    void chooseSearched(searched, values);
  };
}

/** Hook: reads what an option stands for; null if its earlier order did not come. */
function useValuesOf(): (option: IntakeOption) => Promise<Partial<OrderFormInput> | null> {
  const client = useQueryClient();
  return async ({ orderId, values }) => {
    const own = values === 'of-order' ? {} : values;
    if (orderId === null) return own;
    try {
      const order = await client.fetchQuery(orderQuery(orderId));
      return { ...customerValues(order), ...(values === 'of-order' ? deviceValues(order) : own) };
    } catch (error) {
      console.error('The customer of an earlier order did not come', error);
      return null;
    }
  };
}

/**
 * One field for RUT, phone, name, IMEI or serial number (REC-12): what is chosen fills in customer and device, and what
 * nobody has goes into its field. Enter chooses the first, or the only one as soon as it is found, for scanners.
 */
export function IntakeSearch({ form, autoFocus }: { form: OrderFormControls; autoFocus: boolean }) {
  const valuesOf = useValuesOf();
  const fillEmpty = useFillEmpty(form);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** The text that Enter was pressed on before its answer came. */
  const [awaited, setAwaited] = useState<string | null>(null);
  const [failure, setFailure] = useState<string>();
  const typed = text.trim();
  const settled = useSettled(typed, PAUSE_MS);
  const term = awaited === typed ? typed : settled;
  const { options, isReady } = useIntakeOptions(term);
  const shown = isOpen && term === typed ? options : [];

  const choose = async (option: IntakeOption) => {
    setAwaited(null);
    const values = await valuesOf(option);
    if (!values) return setFailure(texts.loadFailed);
    fillEmpty(values, typed);
    setText('');
    setOpen(false);
    focusNextRequired(form);
  };
  /** Takes a code as if it were typed and Enter pressed. */
  const scan = (code: string) => {
    setText(code);
    setAwaited(code.trim());
    setOpen(true);
    setFailure(undefined);
  };
  const answerEnter = useEffectEvent(() => {
    const [first] = options;
    const found = options.filter(({ orderId }) => orderId !== null);
    if (first && found.length <= 1) void choose(first);
    // Any other text may be something new.
    else if (!first) {
      setAwaited(null);
      setFailure(texts.noOrder);
    }
  });
  const isDue = isReady && awaited !== null && awaited === term;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => answerEnter());
    return () => clearTimeout(timer);
  }, [isDue]);
  return (
    <SuggestBox
      text={{
        label: texts.label,
        hint: texts.hint,
        error: failure,
        value: text,
        autoComplete: 'off',
        autoCapitalize: 'none',
        spellCheck: false,
        enterKeyHint: 'search',
        autoFocus,
        suffix: <CameraButton onScan={scan} />,
        onChange: ({ target }) => setText(target.value),
      }}
      list={texts.list}
      options={shown.map(({ label }) => label)}
      query={term}
      first={0}
      onType={() => {
        setOpen(true);
        setFailure(undefined);
      }}
      onPick={(at) => {
        const option = shown[at];
        if (option) void choose(option);
      }}
      onEnter={() => {
        if (typed === '') return false;
        setAwaited(typed);
        return true;
      }}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
    />
  );
}
