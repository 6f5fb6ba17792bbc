import { remoteConfig } from '@taller/tooling/federation/remote-config';

export default remoteConfig({
  name: 'mfe-orders',
  modules: ['routes', 'print', 'notifications', 'appointments', 'palette'],
});
