import { useEffect } from 'react';
import { useQueryClient } from '@taller/shared/query';
import { followTable } from '#src/data-access/follow-table.ts';
import { readAgain } from '#src/query/read-again.ts';
import { settingKeys } from './keys.ts';

/** Reads the settings again whenever somebody saved a section (CFG-54). */
export function useLiveSettings(): void {
  const client = useQueryClient();
  useEffect(() => {
    const reload = () => void readAgain(client, settingKeys.all);
    return followTable('setting_sections', { onChange: reload, onJoined: reload });
  }, [client]);
}
