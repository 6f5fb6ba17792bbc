import { useEffect } from 'react';
import { toastFailure } from '@taller/shared/orders/failure-text.ts';
import { orderKeys } from '@taller/shared/orders/keys.ts';
import type { Order } from '@taller/shared/orders/order-queries.ts';
import { useMoveDevicesMutation } from '@taller/shared/orders/places/move-devices-mutation.ts';
import { devicePlaceQuery } from '@taller/shared/orders/places/place-queries.ts';
import { watchPlace } from '@taller/shared/orders/places/watch-places.ts';
import { useQuery, useQueryClient } from '@taller/shared/query';
import { refetch } from '@taller/shared/query/refetch.ts';
import { deskSettingsQuery } from '@taller/shared/settings/desk-settings-query.ts';
import { Select } from '@taller/shared/ui/select.tsx';
import { placeTexts as texts } from './texts.ts';

/** The device's place, to see and change (REC-92); renders nothing after the delivery, or if the shop has no places. */
export function DevicePlace({ order }: { order: Pick<Order, 'id' | 'status'> }) {
  const client = useQueryClient();
  const { data: settings } = useQuery(deskSettingsQuery());
  const { data: place } = useQuery(devicePlaceQuery(order.id));
  const { mutate, isPending, variables } = useMoveDevicesMutation();
  useEffect(
    () => watchPlace(order.id, () => void refetch(client, orderKeys.place(order.id))),
    [client, order.id],
  );
  const places = settings?.places ?? [];
  if (order.status === 'delivered' || place === undefined || (places.length === 0 && place === null))
    return null;
  // A place that was renamed meanwhile is still where the device was put.
  const names = place === null || places.includes(place) ? places : [place, ...places];
  return (
    <Select
      label={texts.place}
      placeholder={texts.none}
      value={(isPending ? variables.place : place) ?? ''}
      disabled={isPending}
      options={names.map((name) => ({ value: name, label: name }))}
      onChange={({ target }) =>
        mutate(
          { orders: [order.id], place: target.value || null },
          { onError: (error) => toastFailure(texts.failed, error) },
        )
      }
    />
  );
}
