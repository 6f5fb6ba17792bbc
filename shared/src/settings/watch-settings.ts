import { followTable } from '#src/data-access/follow-table.ts';
import { useEffect } from 'react';
import { useQueryClient } from '@taller/shared/query';
import { refetch } from '#src/query/refetch.ts';
import { settingKeys } from './keys.ts';

/** Subscribes to saved sections, also to what was missed without a connection. Returns a function that unsubscribes. */
export const watchSettings = (onChange: () => void): (() => void) =>
  followTable('setting_sections', { onChange, onJoined: onChange });

/** Reads the settings again whenever somebody saved a section (CFG-54). */
export function useLiveSettings(): void {
  const client = useQueryClient();
  useEffect(() => watchSettings(() => void refetch(client, settingKeys.all)), [client]);
}
