import { useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { allWork, pointsToTry, type Point } from '@taller/shared/orders/checklists/checklist.ts';
import { toEquipmentType } from '@taller/shared/orders/equipment.ts';
import { Button } from '@taller/shared/ui/button.tsx';
import { classNames } from '@taller/shared/ui/class-names.ts';
import type { OrderFormControls } from '#src/features/orders/form/order-form-values.ts';
import { useDeskSettings } from '../suggestions/use-desk-settings.ts';
import { useAltKeys } from '../warranty/use-alt-keys.ts';
import styles from './checklists.module.css';
import { PointList } from './point-list.tsx';
import { checklistFormTexts as texts } from './texts.ts';

/**
 * The reception checklist of a new order (REC-120): Alt T marks every point as working, and the points are shown on
 * request. Renders nothing if the shop has no points for this kind of device.
 */
export function NewOrderChecklist({ form }: { form: OrderFormControls }) {
  const element = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const settings = useDeskSettings();
  const type = toEquipmentType(useWatch({ control: form.control, name: 'equipmentType' }));
  const { value, onChange } = useController({ control: form.control, name: 'reception_list' }).field;
  const points = value?.type === type ? value.points : pointsToTry(settings?.checkpoints[type] ?? []);
  const say = (said: Point[]) => onChange({ ...value, type, points: said });
  useAltKeys(element, points.length > 0 ? { T: () => say(allWork(points)) } : {});
  // Its place is kept until the settings come, so that what is typed below does not move.
  const isAwaited = settings === undefined && points.length === 0;
  if (points.length === 0 && !isAwaited) return null;
  return (
    <div ref={element} className={classNames(styles.wide, isAwaited && styles.awaited)} inert={isAwaited}>
      <PointList
        points={points}
        isFolded={!isOpen}
        shortcut="Alt+T"
        more={
          <Button variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {texts.oneByOne}
          </Button>
        }
        onChange={say}
      />
    </div>
  );
}
