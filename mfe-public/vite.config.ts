import { remoteConfig } from '@taller/release/federation/remote-config';

export default remoteConfig({
  name: 'mfe-public',
  modules: ['routes'],
  firstScreen: 'src/features/landing/landing-page.tsx',
});
