import { remoteConfig } from '@taller/release/federation/remote-config';

export default remoteConfig({
  name: 'mfe-reports',
  modules: [
    'reports',
    'results',
    'activity-log',
    'users',
    'messages',
    'import',
    'system-status',
    'tax-month',
    'settings',
    'setup',
  ],
});
