import { remoteConfig } from '@taller/release/federation/remote-config';

export default remoteConfig({ name: 'mfe-customer', modules: ['routes'] });
