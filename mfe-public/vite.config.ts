import { remoteConfig } from '@taller/tooling/federation/remote-config';

export default remoteConfig({
  name: 'mfe-public',
  modules: ['routes'],
  firstScreen: 'src/routes/landing-page.tsx',
});
