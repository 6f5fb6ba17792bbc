import { useEffect, useRef, useState } from 'react';
import { paths } from '@taller/shared/contract/paths.ts';
import { browserArea } from '@taller/shared/contract/storage.ts';
import { printOrderQuery } from '@taller/shared/orders/print-queries.ts';
import { visitOrdersQuery } from '@taller/shared/orders/visits/visit-orders-query.ts';
import { formatOrderNumber } from '@taller/shared/orders/order-number.ts';
import { useQuery } from '@taller/shared/query';
import { useLocation, useNavigate } from '@taller/shared/runtime';
import { Button } from '@taller/shared/ui/button.tsx';
import { navigationApi } from '@taller/shared/ui/navigation-api.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Files from 'lucide-react/icons/files';
import FileText from 'lucide-react/icons/file-text';
import QrCode from 'lucide-react/icons/qr-code';
import Wrench from 'lucide-react/icons/wrench';
import type { LucideIcon } from 'lucide-react';
import {
  clampCopies,
  lastPaper,
  MAX_COPIES,
  PAPER_KEY,
  readPaper,
  VISIT_PARAMETER,
  withPrintOptions,
  type PaperFormat,
  type PrintOptions,
} from '#src/features/print/print-options.ts';
import { useSingleKey } from '#src/components/use-single-key.ts';
import {
  keepLabelSize,
  LABEL_OPTIONS,
  lastLabelSize,
  readLabelSize,
} from '#src/features/print/label-size.ts';
import { readOrderIds } from '#src/features/print/order-ids.ts';
import { PrintProblem } from '#src/features/print/print-problem.tsx';
import { printTexts } from '#src/features/print/texts.ts';
import hiddenStyles from '@taller/shared/ui/hidden.module.css';
import styles from './print-select.module.css';

const { select } = printTexts;

const COPIES = Array.from({ length: MAX_COPIES }, (_, index) => ({
  value: String(index + 1),
  label: String(index + 1),
}));

interface ChoiceProps {
  href: string;
  icon: LucideIcon;
  title: string;
  text: string;
  /** Focused when the page opens. */
  focused?: boolean;
}

/** A link rather than window.open, to avoid popup blockers; `rel=opener` allows the sheet to close itself. */
function Choice({ href, icon: Icon, title, text, focused = false }: ChoiceProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // React does not support autoFocus on links.
  useEffect(() => {
    if (focused) link.current?.focus();
  }, [focused]);
  return (
    // The address is the site's own: nobody else gets hold of the opener.
    // oxlint-disable-next-line react/jsx-no-target-blank
    <a ref={link} className={styles.choice} href={href} target="_blank" rel="opener">
      <Icon aria-hidden="true" />
      <span className={styles.choiceTitle}>{title}</span>
      <span className={styles.choiceText}>{text}</span>
      <span className={hiddenStyles.hidden}>{select.newWindow}</span>
    </a>
  );
}

/** The size of labels, which this browser remembers. */
function LabelSizeSelect() {
  const [size, setSize] = useState(lastLabelSize);
  return (
    <Select
      label={select.labelSize}
      value={size}
      options={LABEL_OPTIONS}
      onChange={(event) => {
        const chosen = readLabelSize(event.target.value);
        setSize(chosen);
        keepLabelSize(chosen);
      }}
    />
  );
}

interface VisitChoiceProps {
  orderId: string;
  options: PrintOptions;
}

/** One slip for all devices of the order's visit (REC-06); nothing for a device that came alone. */
function VisitChoice({ orderId, options }: VisitChoiceProps) {
  const { data: visit = [] } = useQuery(visitOrdersQuery(orderId));
  if (visit.length < 2) return null;
  const orders = visit.map(({ id }) => id).join(',');
  return (
    <Choice
      href={`${withPrintOptions(paths.printClient.getHref(orders), options)}&${VISIT_PARAMETER}=1`}
      icon={Files}
      title={printTexts.visit.title(visit.length)}
      text={printTexts.visit.text}
    />
  );
}

/** Selection of the sheet, paper and number of copies, for one order or several (ORD-79). */
export function PrintSelect({ orders }: { orders: string }) {
  const ids = readOrderIds(orders);
  const isOne = ids.length === 1;
  const [format, setFormat] = useState<PaperFormat>(lastPaper);
  const [copies, setCopies] = useState(1);
  useSingleKey('e', () => window.open(paths.printLabels.getHref(orders), '_blank'));
  const { data: order, error, refetch } = useQuery({ ...printOrderQuery(orders), enabled: isOne });
  const navigate = useNavigate();
  // The router's key of the first page since the page was loaded is 'default'; only the browser knows of earlier ones.
  const { key } = useLocation();
  const goBack = () => {
    if (navigationApi()?.canGoBack ?? key !== 'default') return navigate(-1);
    return navigate(isOne ? paths.orderView.getHref(orders) : paths.dashboard.getHref());
  };
  if (error) return <PrintProblem error={error} onRetry={() => void refetch()} />;
  return (
    <div className={styles.page}>
      <div>
        <h1 className={styles.title}>{isOne ? select.title : select.several(ids.length)}</h1>
        <p className={styles.order}>
          {order
            ? select.about(
                formatOrderNumber(order.order_number),
                `${order.equipment_brand} ${order.equipment_model}`.trim(),
                order.customer_name,
              )
            : isOne
              ? printTexts.loading
              : select.together}
        </p>
      </div>
      <div className={styles.choices}>
        <Choice
          href={withPrintOptions(paths.printClient.getHref(orders), { copies, format })}
          icon={FileText}
          title={select.client}
          text={select.clientText}
          focused
        />
        {isOne && <VisitChoice orderId={orders} options={{ copies, format }} />}
        <Choice
          href={withPrintOptions(paths.printTechnical.getHref(orders), { copies, format })}
          icon={Wrench}
          title={select.technical}
          text={select.technicalText}
        />
        <Choice
          href={paths.printLabels.getHref(orders)}
          icon={QrCode}
          title={select.label}
          text={select.labelText}
        />
      </div>
      <div className={styles.options}>
        <Select
          label={select.paper}
          value={format}
          options={[
            { value: 'a4', label: select.a4 },
            { value: '80mm', label: select.slip },
          ]}
          onChange={(event) => {
            const paper = readPaper(event.target.value);
            setFormat(paper);
            browserArea.setItem(PAPER_KEY, paper);
          }}
        />
        <Select
          label={select.copies}
          value={String(copies)}
          options={COPIES}
          onChange={(event) => setCopies(clampCopies(Number(event.target.value)))}
        />
        <LabelSizeSelect />
      </div>
      <Button icon={<ArrowLeft aria-hidden="true" />} onClick={() => void goBack()}>
        {printTexts.back}
      </Button>
    </div>
  );
}
