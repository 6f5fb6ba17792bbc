import { remoteConfig } from '@taller/release/federation/remote-config';

export default remoteConfig({
  name: 'mfe-orders',
  modules: ['routes', 'print', 'notifications', 'appointments', 'customers', 'palette', 'drawer'],
});
