import { useEffect } from 'react';
import { useQueryClient } from '@taller/shared/query';
import { readAgain } from '#src/query/read-again.ts';
import { settingKeys } from './keys.ts';
import { watchSettings } from './watch-settings.ts';

/** Reads the settings again whenever somebody saved a section (CFG-54). */
export function useLiveSettings(): void {
  const client = useQueryClient();
  useEffect(() => watchSettings(() => void readAgain(client, settingKeys.all)), [client]);
}
