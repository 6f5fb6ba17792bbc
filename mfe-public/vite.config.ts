import { remoteConfig } from '@taller/tooling/federation/remote-config';

export default remoteConfig({
  name: 'mfe-public',
  modules: ['routes'],
  firstScreen: true,
  later: ['orders/quote', 'orders/status'],
});
