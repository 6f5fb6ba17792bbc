import { remoteConfig } from '@taller/tooling/federation/remote-config';

export default remoteConfig({ name: 'mfe-customer', modules: ['routes'] });
