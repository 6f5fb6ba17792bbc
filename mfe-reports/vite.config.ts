import { remoteConfig } from '@taller/release/federation/remote-config';

export default remoteConfig({
  name: 'mfe-reports',
  modules: ['reports', 'activity-log', 'users', 'messages', 'import', 'system-status', 'settings', 'setup'],
});
